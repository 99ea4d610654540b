"""Quantities of astropy and pint: converted to the unit of the edges, or rejected."""

import numpy as np
import pytest

import histo_cl

LENGTHS = [0.5, 1.5]
THREE = histo_cl.identity_bins(3)


def astropys():
    units = pytest.importorskip("astropy.units")
    return lambda values, unit: units.Quantity(values, unit, dtype=None), lambda quantity, unit: quantity.to_value(unit)


def pints():
    quantity = pytest.importorskip("pint").UnitRegistry().Quantity
    return lambda values, unit: quantity(np.asanyarray(values), unit), lambda each, unit: each.m_as(unit)


@pytest.fixture(params=[astropys, pints], ids=["astropy", "pint"])
def package(request):
    return request.param()


def test_samples_are_converted_to_the_unit_of_the_edges(package):
    quantity, value = package
    for samples in (quantity(LENGTHS, "km"), [quantity(500.0, "m"), quantity(1.5, "km")]):
        counts, edges = histo_cl.histogram(samples, quantity([0, 1000, 2000], "m"))
        assert counts.tolist() == [1, 1]
        assert value(edges, "m").tolist() == [0, 1000, 2000]
    assert value(histo_cl.histogram_bin_edges(quantity(LENGTHS, "km"), 2), "m").tolist() == [500, 1000, 1500]


def test_the_range_has_a_unit_and_densities_are_per_unit(package):
    quantity, value = package
    for range in ((quantity(0, "m"), quantity(2, "km")), quantity([0, 2000], "m")):
        density, edges = histo_cl.histogram(quantity(LENGTHS, "km"), 2, range, density=True)
        assert value(density, "1/m").tolist() == [0.0005, 0.0005]
        assert value(edges, "m").tolist() == [0, 1000, 2000]


def test_narrow_integers_do_not_wrap_when_they_are_converted(package):
    quantity, _ = package
    assert histo_cl.histogram(quantity(np.int8([1, 2]), "km"), quantity([0, 1500, 3000], "m"))[0].tolist() == [1, 1]


def test_each_axis_has_its_unit(package):
    quantity, value = package
    x, y = quantity(LENGTHS, "km"), quantity([1.0, 2.0], "s")
    bins = [quantity([0, 1000, 2000], "m"), quantity([0, 1500, 3000], "ms")]
    counts, x_edges, y_edges = histo_cl.histogram2d(x, y, bins)
    assert counts.tolist() == [[1, 0], [0, 1]]
    assert value(x_edges, "m").tolist() == [0, 1000, 2000] and value(y_edges, "s").tolist() == [0, 1.5, 3]
    points = quantity(np.array([[0.5, 0.5], [1.5, 0.5]]), "km")
    counts, _ = histo_cl.histogramdd(points, [bins[0], quantity([0, 1, 2], "km")])
    assert counts.tolist() == [[1, 0], [1, 0]]
    counts, _ = histo_cl.histogramdd(points, [bins[0]] * 2, channels=(1, 0))
    assert counts.tolist() == [[1, 1], [0, 0]]


def test_a_masked_quantity_keeps_its_mask():
    quantity, _ = pints()
    masked = quantity(np.ma.MaskedArray([0.5, 1.5], [True, False]), "km")
    assert histo_cl.histogram(masked, quantity([0, 1000, 2000], "m"))[0].tolist() == [0, 1]


def test_columns_and_masks_of_astropy():
    quantity, _ = astropys()
    edges = quantity([0, 1000, 2000], "m")
    table = pytest.importorskip("astropy.table")
    masked = pytest.importorskip("astropy.utils.masked").Masked
    assert histo_cl.histogram(table.Column(LENGTHS, unit="km"), edges)[0].tolist() == [1, 1]
    assert histo_cl.histogram(table.MaskedColumn(LENGTHS, mask=[True, False], unit="km"), edges)[0].tolist() == [0, 1]
    assert histo_cl.histogram(masked(quantity(LENGTHS, "km"), mask=[True, False]), edges)[0].tolist() == [0, 1]


def test_quantities_without_dimension_are_numbers(package):
    quantity, _ = package
    counts, edges = histo_cl.histogram(quantity(LENGTHS, ""), [0, 1, 2])
    assert counts.tolist() == [1, 1] and type(edges) is np.ndarray


def test_units_that_do_not_agree_are_refused(package):
    quantity, _ = package
    lengths, times = quantity(LENGTHS, "km"), quantity([1, 2], "s")
    for call in (
        lambda: histo_cl.histogram(lengths, times),
        lambda: histo_cl.histogram(lengths, [0, 1]),
        lambda: histo_cl.histogram(LENGTHS, lengths),
        lambda: histo_cl.histogram(lengths, 2, (0, 1)),
        lambda: histo_cl.histogram(lengths, 2, (quantity(0, "s"), quantity(1, "s"))),
        lambda: histo_cl.histogram(lengths, 2, (0, quantity(1, "km"))),
        lambda: histo_cl.histogram([1, 2], 2, weights=lengths),
        lambda: histo_cl.histogram(lengths, histo_cl.even_bins(2, 0, 2)),
        lambda: histo_cl.histogram2d(lengths, lengths, [times, times]),
        lambda: histo_cl.histogramdd([[1.0], [2.0]], 2, weights=lengths),
        lambda: histo_cl.bincount(quantity([1, 2], "m")),
        lambda: histo_cl.bincount([1, 2], lengths),
        lambda: histo_cl.column_histograms(quantity(np.ones((2, 2), np.uint8), "m"), THREE),
        lambda: histo_cl.column_histograms(np.ones((2, 2), np.uint8), THREE, lengths),
        lambda: histo_cl.explain(lengths, times),
        lambda: histo_cl.edge_bins(lengths),
        lambda: histo_cl.Histogram.of(lengths, 2),
        lambda: histo_cl.Histogram([1], lengths),
    ):
        with pytest.raises(ValueError, match=r"\b(km|kilometer|m|meter|s|second)\b"):
            call()


def test_dask_refuses_units():
    quantity, _ = astropys()
    da = pytest.importorskip("dask.array")
    hd = pytest.importorskip("histo_cl.dask")
    with pytest.raises(ValueError, match="in km"):
        hd.histogram(da.from_array(quantity(LENGTHS, "km"), chunks=1), 2)
    with pytest.raises(ValueError, match="in km"):
        hd.histogram(da.from_array(np.array(LENGTHS), chunks=1), quantity(LENGTHS, "km"))
