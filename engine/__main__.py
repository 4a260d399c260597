"""The engine without a window: ``python -m engine words|attend|report``."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
