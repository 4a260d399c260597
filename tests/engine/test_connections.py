"""Paths by hand on short sentences, and the walk over the connections against the formulas."""

import pytest

from engine.connections import ATTENTION, BACKWARD, RECURRENT, Stack, convolution, walk
from engine.costs import FORMULAS, LIMITS, Shape, costs, crossings, curve, layers_needed


def steps(net, word, place, count):
    return walk(net, word, place, count).steps


def test_a_recurrent_net_hands_a_word_on_once_for_every_word_between():
    found = walk(RECURRENT, 1, 4, 6)
    assert found.path == ((0, 1), (1, 1), (1, 2), (1, 3), (1, 4))
    assert (found.steps, found.levels) == (3, 1)
    assert found.heard == {0, 1, 2, 3, 4}


def test_what_comes_later_is_never_heard_of_in_reading_order_but_from_the_end():
    found = walk(RECURRENT, 4, 1, 6)
    assert (found.steps, found.path, found.heard) == (None, (), {0, 1})
    assert steps(BACKWARD, 4, 1, 6) == 3


def test_attention_takes_one_step_whatever_the_distance():
    found = walk(ATTENTION, 0, 39, 40)
    assert (found.steps, found.path) == (1, ((0, 0), (1, 39)))
    assert found.heard == set(range(40))


def test_three_convolutions_of_width_3_reach_three_places_far():
    found = walk(convolution(Stack(3)), 0, 3, 8)
    assert (found.steps, found.levels) == (3, 3)
    assert found.path == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert found.heard == set(range(7))
    # The window of the top, those of its 3 places, and those of their 5: all lie within the sentence.
    assert len(found.edges) == 3 + 3 * 3 + 5 * 3
    assert Stack(3).field(3) == 7


def test_windows_twice_as_far_apart_in_each_layer_reach_seven_places_in_three():
    stack = Stack(3, doubling=True)
    assert [stack.apart(layer) for layer in (1, 2, 3)] == [1, 2, 4]
    assert walk(convolution(stack), 0, 7, 20).path == ((0, 0), (1, 1), (2, 3), (3, 7))
    assert stack.field(3) == 15
    assert walk(convolution(stack), 0, 8, 20).steps == 4


def test_an_even_window_looks_one_place_farther_back():
    net = convolution(Stack(2))
    assert steps(net, 0, 3, 5) == 3
    never = walk(net, 3, 0, 5)
    assert (never.steps, never.heard) == (None, {0})
    assert steps(convolution(Stack(4)), 0, 4, 9) == 2
    assert steps(convolution(Stack(4)), 4, 0, 9) == 4


def test_a_window_of_one_place_mixes_nothing():
    found = walk(convolution(Stack(1)), 0, 1, 4)
    assert (found.steps, found.levels, found.heard) == (None, 1, {1})


def test_windows_that_leave_places_out_never_hear_of_them():
    net = convolution(Stack(3, dilation=2))
    assert steps(net, 0, 4, 9) == 2
    never = walk(net, 0, 3, 9)
    assert never.steps is None
    assert never.heard == {1, 3, 5, 7}


@pytest.mark.parametrize(
    "stack", [Stack(3, 2), Stack(4, 3), Stack(5, 2, doubling=True), Stack(2), Stack(1)], ids=str
)
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_the_field_spans_from_the_first_to_the_last_place_that_is_heard_of(stack, layers):
    net, heard = convolution(stack), {200}
    for level in range(layers, 0, -1):
        heard = {read for place in heard for _, read in net.reads((level, place), 400)}
    assert stack.field(layers) == max(heard) - min(heard) + 1


def test_a_dilation_beyond_the_sentence_reads_the_place_alone():
    found = walk(convolution(Stack(3, dilation=1000)), 0, 4, 9)
    assert (found.steps, found.heard) == (None, {4})


@pytest.mark.parametrize("net", [RECURRENT, BACKWARD, ATTENTION, convolution(Stack(3))])
def test_from_a_word_to_its_own_place_nothing_is_handed_on(net):
    assert walk(net, 2, 2, 5).steps == 0


@pytest.mark.parametrize("doubling", [False, True])
@pytest.mark.parametrize("dilation", [1, 2, 3, 50])
@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 8])
def test_the_walk_and_the_formula_agree(width, dilation, doubling):
    stack, count = Stack(width, dilation, doubling), 23
    net = convolution(stack)
    for word, place in [*((0, there) for there in range(count)), *((22, there) for there in range(count))]:
        assert steps(net, word, place, count) == layers_needed(stack, place - word), (word, place)


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_the_longest_paths_are_those_from_the_first_word_to_the_last(n):
    shape = Shape(n, 16, Stack(3, doubling=True))
    nets = {"recurrent": RECURRENT, "convolution": convolution(shape.stack), "attention": ATTENTION}
    for name, net in nets.items():
        assert FORMULAS[name].longest(shape) == steps(net, 0, n - 1, n), name


def test_costs_are_those_of_the_paper_by_hand():
    found = costs(Shape(10, 512, Stack(3)))
    assert found["attention"].operations == 10 * 10 * 512 == 51_200
    assert found["recurrent"].operations == 10 * 512 * 512 == 2_621_440
    assert found["convolution"].operations == 3 * 10 * 512 * 512 == 7_864_320
    assert [found[name].sequential for name in ("recurrent", "convolution", "attention")] == [10, 1, 1]
    assert [found[name].longest for name in ("recurrent", "convolution", "attention")] == [9, 9, 1]
    assert found["convolution"].whole == 9 * 7_864_320
    assert found["attention"].kept == 100 + 5120


def test_attention_is_the_cheaper_one_below_the_crossing_and_the_dearer_one_above():
    shape = Shape(1, 64, Stack(5))
    at = crossings(shape)
    assert at == {"recurrent": 64, "convolution": 320}
    for other, n in at.items():
        below, here, above = (costs(Shape(m, 64, Stack(5))) for m in (n - 1, n, n + 1))
        assert below["attention"].operations < below[other].operations
        assert here["attention"].operations == here[other].operations
        assert above["attention"].operations > above[other].operations


def test_a_million_words_are_counted_exactly():
    n = LIMITS["n"][1]
    found = costs(Shape(n, 512, Stack(3, doubling=True)))
    assert found["attention"].operations == 512 * 10**12
    assert found["convolution"].longest == 20  # 2^20 - 1 is the first to reach 999,999
    assert costs(Shape(n, 512, Stack(1)))["convolution"].whole is None
    assert costs(Shape(n, 512, Stack(3, dilation=2)))["convolution"].longest is None


def test_curves_rise_by_n_and_by_its_square():
    shape = Shape(10, 8, Stack(3))
    assert curve("recurrent", shape) == ((1, 64), (10**6, 64 * 10**6))
    assert curve("convolution", shape) == ((1, 192), (10**6, 192 * 10**6))
    assert curve("attention", shape) == ((1, 8), (10**6, 8 * 10**12))


def test_a_single_position_still_takes_one_layer():
    found = costs(Shape(1, 8, Stack(3)))
    assert [(cost.longest, cost.whole) for cost in found.values()] == [(0, 64), (0, 192), (0, 8)]
