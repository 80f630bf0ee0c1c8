"""Text that people type: scoresheets, command lines, suggestions."""
