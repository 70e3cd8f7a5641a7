"""niclab run --report: the page of a run's folder."""
import argparse
import sys

from niclab.report import page, run_page


def main():
    parser = argparse.ArgumentParser(prog="niclab run --report")
    parser.add_argument("--results", required=True)
    parser.add_argument("--html", required=True)
    arguments = parser.parse_args()
    try:
        page.write(arguments.html, run_page.make(arguments.results))
    except OSError as error:
        print(f"niclab run --report: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
