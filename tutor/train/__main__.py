"""`python -m tutor.train`: the same as `tutor train`."""

import sys

from tutor.cli import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
