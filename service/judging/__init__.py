"""Services for judges: claims, rulings, rewind plans, penalties, appeals, confirmed results, and the report on a match."""
