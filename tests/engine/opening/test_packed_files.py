"""gzip and zip, whole, damaged, within one another, and files that only claim to be packed."""

import zipfile
from pathlib import Path

import pytest

from engine.errors import ChooseError, DamagedFileError, NotVectorsError
from tests.engine.opening.files import PETS, TEXT, binary, found, gzipped, opened, zipped

LONG = "".join(f"word{i} {i}.25 -0.{i} 1.5\n" for i in range(1, 60_000))


@pytest.mark.parametrize(
    "content", [TEXT.encode(), b"3 3\n" + TEXT.encode(), binary(PETS), TEXT.encode("utf-16")]
)
def test_every_form_in_gzip_and_in_zip(tmp_path: Path, content: bytes) -> None:
    plain = opened(tmp_path, content)
    for packed, kind in ((gzipped(content), "gzip"), (zipped(pets_txt=content), "zip")):
        read = opened(tmp_path, packed)
        assert found(read) == PETS
        assert read.report.packed == (kind,)
        assert read.report.kind == plain.report.kind
        assert read.report.member == ("pets.txt" if kind == "zip" else None)
        assert not read.report.needs_decision
    assert opened(tmp_path, zipped(pets_gz=gzipped(content))).report.packed == ("zip", "gzip")


def test_a_gz_that_is_no_gzip_is_what_it_is(tmp_path: Path) -> None:
    read = opened(tmp_path, TEXT, "vectors.txt.gz")
    assert found(read) == PETS
    assert read.report.packed == ()
    with pytest.raises(NotVectorsError):
        opened(tmp_path, b"\x1f\x8b\x00 no gzip", "vectors.txt.gz")


def test_members_one_after_the_other_and_zeros_after_them(tmp_path: Path) -> None:
    half = TEXT.index("dog") + 5
    packed = gzipped(TEXT[:half]) + gzipped(TEXT[half:])
    assert found(opened(tmp_path, packed)) == PETS
    assert found(opened(tmp_path, packed + b"\0" * 100)) == PETS


@pytest.mark.parametrize("kept", [0.3, 0.9, 0.999])
def test_of_a_gzip_cut_short_the_whole_rows_are_kept(tmp_path: Path, kept: float) -> None:
    packed = gzipped(LONG)
    read = opened(tmp_path, packed[: int(len(packed) * kept)])
    count = len(read.vectors)
    assert kept / 2 < count / LONG.count("\n") < 1
    assert read.vectors.words[-1] == f"word{count}"
    assert read.vectors.matrix[-1].tolist() == pytest.approx([count + 0.25, float(f"-0.{count}"), 1.5])
    assert read.report.truncated
    assert read.report.needs_decision


def test_damaged_packings(tmp_path: Path) -> None:
    packed = bytearray(gzipped(LONG))
    packed[len(packed) // 2] ^= 0x55
    with pytest.raises(DamagedFileError) as caught:
        opened(tmp_path, bytes(packed))
    assert caught.value.reason == "gzip"
    archive = bytearray(zipped(a_txt=LONG))
    with pytest.raises(DamagedFileError) as caught:
        opened(tmp_path, bytes(archive[: len(archive) // 2]))
    assert caught.value.reason == "zip"
    archive[len(archive) // 2] ^= 0x55
    with pytest.raises(DamagedFileError):
        opened(tmp_path, bytes(archive))
    encrypted = bytearray(zipped(a_txt=TEXT))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        encrypted[encrypted.index(mark) + offset] |= 1
    with pytest.raises(DamagedFileError) as caught:
        opened(tmp_path, bytes(encrypted))
    assert caught.value.reason == "encrypted"


def test_of_several_files_in_a_zip_one_is_chosen(tmp_path: Path) -> None:
    archive = zipped(small_txt=TEXT, large_txt=TEXT.replace("cat", "cow"))
    with pytest.raises(ChooseError) as caught:
        opened(tmp_path, archive)
    assert (caught.value.reason, caught.value.names) == ("member", ("small.txt", "large.txt"))
    read = opened(tmp_path, archive, choose="large.txt")
    assert list(found(read)) == ["cow", "dog", "emu"]
    assert read.report.member == "large.txt"
    with pytest.raises(ChooseError):
        opened(tmp_path, archive, choose="none.txt")


def test_folders_and_what_macos_adds_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.mkdir("pets")
        archive.writestr("pets/pets.txt", TEXT)
        archive.writestr("__MACOSX/pets/._pets.txt", "x")
        archive.writestr("pets/.DS_Store", "x")
    read = opened(tmp_path, path.read_bytes())
    assert found(read) == PETS
    assert read.report.member == "pets/pets.txt"


def test_packed_nothing(tmp_path: Path) -> None:
    for packed in (zipped(a_txt=""), gzipped("")):
        with pytest.raises(NotVectorsError) as caught:
            opened(tmp_path, packed)
        assert caught.value.reason == "empty"
    with pytest.raises(DamagedFileError) as bad:
        opened(tmp_path, zipped())
    assert (bad.value.reason, bad.value.detail) == ("zip", "it is empty")
