"""What a command answers."""

import io
from typing import TYPE_CHECKING, Any, Dict, List

if TYPE_CHECKING:
    import pandas


class Result(Dict[str, Any]):
    """The document that the program prints with `--format json`, as a dict.

    notes  what the program says of its figures on standard error, a line each
    csv    the same figures as the program prints them with `--format csv`
    """

    def __init__(self, document: Dict[str, Any], csv: str, notes: List[str]):
        super().__init__(document)
        self.csv = csv
        self.notes = notes

    def to_pandas(self) -> "pandas.DataFrame":
        """A row a policy (`compare`), policy and client (of clients), or command (`simulate`); columns as docs/csv.md.

        Needs pandas. What does not apply to a row is NaN.
        """
        import pandas

        return pandas.read_csv(io.StringIO(self.csv), keep_default_na=False, na_values=[""])
