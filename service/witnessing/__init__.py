"""Witnesses: what is kept outside of a record, so that nobody can alter the record unnoticed."""
