"""Analysis: scopes, answers, tables and charts."""
