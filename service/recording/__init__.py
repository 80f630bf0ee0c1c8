"""Recording: matches opened, acted in, forked; entries made and stored."""
