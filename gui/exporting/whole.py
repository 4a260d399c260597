"""Files that are written whole or not at all."""

from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile


def write_whole(path: Path, data: bytes) -> None:
    """Put ``data`` into a file.  An earlier one stays as it is until all of the new one is there.  Raises OSError."""
    file = QSaveFile(str(path))
    done = file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data) == len(data) and file.commit()
    if not done:
        raise OSError(0, file.errorString(), str(path))
