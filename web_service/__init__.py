"""The HTTP service: browsers and programs record matches, follow them live and ask questions about them."""
