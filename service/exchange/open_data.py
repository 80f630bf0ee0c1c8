"""The analytics for other tools: a folder of Parquet files, or one DuckDB file."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Literal

from projections.publishing import Manifest, is_published
from service.outputs import whole_file, whole_folder

if TYPE_CHECKING:
    from projections.analytics import Analytics

Form = Literal["parquet", "duckdb"]
_NAME: Final = "copy.duckdb"


def write_open_data(analytics: "Analytics", target: Path, form: Form, *, replace: bool = False) -> Manifest:
    """Write the publication atomically. An earlier publication is replaced on request; other files never are.

    Raises FileExistsError, UsageProblem, AnalyticsError.
    """
    if form == "parquet":
        with whole_folder(target, is_published, replace=replace) as folder:
            return analytics.publish(folder)
    with whole_file(target, ours=is_published, replace=replace) as part:
        with TemporaryDirectory(prefix=".matchbook-", dir=part.parent) as name:
            manifest = analytics.publish(Path(name), _NAME)
            Path(name, _NAME).replace(part)
        return manifest
