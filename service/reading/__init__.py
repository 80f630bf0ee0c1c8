"""Reading: logs, boards, pages, differences, audits, rules and catalogues."""
