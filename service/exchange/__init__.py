"""Exchange: match files in and out, and matches written down."""
