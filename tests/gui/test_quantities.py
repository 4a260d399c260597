"""Numbers with their unit."""

import pytest

from gui.widgets.quantities import angle, percent


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.64681691, "64.7 %"), (0.0, "0.0 %"), (1.0, "100.0 %"), (0.99999, "> 99.9 %"), (0.0001, "< 0.1 %")],
)
def test_a_share_that_is_nearly_all_or_nothing_does_not_read_as_that(share, text):
    assert percent(share) == text


def test_an_angle_that_is_none_is_undefined():
    assert angle(28.07605) == "28.1°"
    assert angle(None) == "undefined"
