"""The application: one method a use case, and the command line over it."""
