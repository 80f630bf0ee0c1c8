"""The application: one function or method per use case, shared by the terminal, the server and the command line."""
