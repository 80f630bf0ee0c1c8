"""The work of judges: claims, rulings, plans of rewinds, penalties, appeals, confirmed results, and the report on a match."""
