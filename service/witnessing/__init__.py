"""Witnesses: copies of head hashes outside a record, which make its alteration detectable."""
