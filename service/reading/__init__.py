"""Reading: logs, boards, pages, differences, rules and catalogues."""
