"""`python -m matchbook` is the command line."""

from matchbook.cli import main

if __name__ == "__main__":
    main()
