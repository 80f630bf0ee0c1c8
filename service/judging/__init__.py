"""The judge's desk: claims, rulings, plans of rewinds, penalties, appeals, confirmed results, and the report on it all."""
