from typing import Any, Callable, Sequence, Union, overload

from histo_cl._internal.arguments import Array

version: str
max_bins: int
max_bins_by_rule: int
max_arrays: int
reads_numpy_2: bool

class _Binning:
    @property
    def bins(self) -> int: ...

class EvenBins(_Binning):
    def __init__(self, count: int, lower: float, upper: float) -> None: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...

class EdgeBins(_Binning):
    def __init__(self, edges: Any) -> None: ...
    @property
    def edges(self) -> list[float]: ...

class LogBins(_Binning):
    def __init__(self, count: int, lower: float, upper: float) -> None: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...

class CircularBins(_Binning):
    def __init__(self, count: int, lower: float, period: float) -> None: ...
    @property
    def lower(self) -> float: ...
    @property
    def period(self) -> float: ...

class CustomBins(_Binning):
    def __init__(self, count: int, expression: str) -> None: ...
    @property
    def expression(self) -> str: ...

class HalfWidths:
    def __init__(self) -> None: ...

class Options:
    def __init__(
        self,
        *,
        variant: str | None = None,
        work_group_size: int | None = None,
        work_groups: int | None = None,
        replicas: int | None = None,
        coarsening: int | None = None,
        load_bytes: int | None = None,
        loads_in_flight: int | None = None,
        partition: str | None = None,
        merge: str | None = None,
        count_values: bool | None = None,
        workspace_limit: int | None = None,
        samples_per_launch: int | None = None,
        program_cache: bool | None = None,
        cache_directory: str | None = None,
        tuning_file: str | None = None,
        calling_thread: bool | None = None,
    ) -> None: ...
    @property
    def variant(self) -> str | None: ...
    @property
    def work_group_size(self) -> int | None: ...
    @property
    def work_groups(self) -> int | None: ...
    @property
    def replicas(self) -> int | None: ...
    @property
    def coarsening(self) -> int | None: ...
    @property
    def load_bytes(self) -> int | None: ...
    @property
    def loads_in_flight(self) -> int | None: ...
    @property
    def partition(self) -> str | None: ...
    @property
    def merge(self) -> str | None: ...
    @property
    def count_values(self) -> bool | None: ...
    @property
    def workspace_limit(self) -> int | None: ...
    @property
    def samples_per_launch(self) -> int | None: ...
    @property
    def program_cache(self) -> bool | None: ...
    @property
    def cache_directory(self) -> str | None: ...
    @property
    def tuning_file(self) -> str | None: ...
    @property
    def calling_thread(self) -> bool | None: ...

class Device:
    @property
    def name(self) -> str: ...
    @property
    def platform(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def driver(self) -> str: ...
    @property
    def compute_units(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def index(self) -> str: ...
    @property
    def int_ptr(self) -> int: ...

class Problem:
    def __init__(
        self,
        sample: str,
        axes: Sequence[Union[EvenBins, EdgeBins, LogBins, CircularBins, CustomBins, HalfWidths]],
        *,
        joint: bool = False,
        last_edge: str = "exclusive",
        out_of_range: str = "dropped",
        channels: int = 0,
        active: Sequence[int] = (),
        order: str = "interleaved",
        stride: int = 0,
        rows: bool = False,
        mask: bool = False,
        batch: str = "one",
        weights: str | None = None,
        squared_weights: bool = False,
        counter: str | None = None,
        max_samples: int = 0,
        image: tuple[str, str] | None = None,
        arrays: Sequence[tuple[str, int]] = (),
        weight_bound: tuple[float, int] | None = None,
        weight_vectors: int = 1,
        element_counts: bool = False,
        narrow_weights: bool = False,
        indices: str | None = None,
        listed_weights: bool = False,
        plane_channels: int = 1,
        nibbles: str = "none",
        weight_stride: int = 0,
        weights_per: str = "element",
        accumulator: str = "sum",
        splitting: str = "none",
    ) -> None: ...
    def edges(self, axis: int = 0) -> Array: ...
    def rising_edges(self) -> Array | None: ...
    def extent(self, axis: int) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def counters(self) -> int: ...
    @property
    def counter(self) -> str: ...

class Shape:
    def __init__(
        self,
        *,
        count: int | None = None,
        width: int = 0,
        height: int = 0,
        depth: int = 1,
        pitch: int = 0,
        plane_pitch: int = 0,
        segment: int = 0,
        source_count: int = 0,
        weight_pitch: int = 0,
        tile_width: int = 0,
        tile_height: int = 0,
    ) -> None: ...

class Memory:
    @staticmethod
    def object(object: int) -> Memory: ...
    @staticmethod
    def svm(address: int) -> Memory: ...

class Plan:
    def __init__(self, context: int, device: int, problem: Problem, options: Options) -> None: ...
    def enqueue(
        self,
        queue: int,
        *,
        samples: Sequence[tuple[Memory, int]],
        shape: Shape,
        counts: Memory,
        mask: tuple[Memory, int] | None,
        weights: Sequence[tuple[Memory, int]],
        indices: tuple[Memory, int] | None,
        accumulate: bool,
        axes: Sequence[int],
        wait_for: Sequence[int],
    ) -> int: ...
    def record(
        self,
        buffer: int,
        queue: int,
        *,
        samples: Sequence[tuple[Memory, int]],
        shape: Shape,
        counts: Memory,
        mask: tuple[Memory, int] | None,
        weights: Sequence[tuple[Memory, int]],
        indices: tuple[Memory, int] | None,
        accumulate: bool,
        axes: Sequence[int],
        wait_for: Sequence[int],
    ) -> int: ...
    def histograms(self, shape: Shape) -> int: ...
    def count_bytes(self, histograms: int = 1) -> int: ...
    def workspace_bytes(self, histograms: int = 1) -> int: ...
    @property
    def decision(self) -> str: ...
    @property
    def variant(self) -> str: ...

class EqualizationPlan:
    def __init__(self, context: int, device: int) -> None: ...
    def enqueue(
        self,
        queue: int,
        *,
        counts: int,
        bins: int,
        histograms: int,
        maps: int,
        rule: str,
        clip_limit: float = 0,
        reference: int = 0,
        wait_for: Sequence[int],
    ) -> int: ...

class SummaryPlan:
    def __init__(self, context: int, device: int, sample: str) -> None: ...
    def extremes(
        self, queue: int, samples: int, sample_offset: int, count: int, wait_for: Sequence[int]
    ) -> tuple[float, float] | None: ...

class MapPlan:
    def __init__(self, context: int, device: int, sample: str) -> None: ...
    def enqueue(
        self,
        queue: int,
        *,
        source: int,
        source_offset: int,
        destination: int,
        width: int,
        height: int,
        maps: int,
        values: int,
        tile_width: int = 0,
        tile_height: int = 0,
        wait_for: Sequence[int],
    ) -> int: ...

class Partial:
    @overload
    def __init__(self, problem: Problem) -> None: ...
    @overload
    def __init__(
        self,
        problem: Problem,
        samples: Array | tuple[Array, ...],
        shape: Shape,
        mask: Array | None,
        weights: Array | None,
        options: Options,
        device: Device | None,
    ) -> None: ...
    @overload
    def __init__(self, problem: Problem, saved: bytes) -> None: ...
    def merge(self, other: Partial) -> None: ...
    def histogram(self) -> Array: ...
    def bytes(self) -> bytes: ...
    def save(self, file: str) -> None: ...
    @staticmethod
    def load(problem: Problem, file: str) -> Partial: ...
    @property
    def elements(self) -> int: ...

class Stream:
    def __init__(
        self,
        problem: Problem,
        devices: Sequence[Device],
        options: Options,
        memory: int,
        chunk_bytes: int,
        threads: int,
        progress: Callable[[int, float, float], None] | None,
    ) -> None: ...
    def push(
        self, samples: Array | tuple[Array, ...], shape: Shape, mask: Array | None, weights: Array | None
    ) -> None: ...
    def histogram(self) -> Array: ...
    def partial(self) -> Partial: ...
    def reset(self) -> None: ...
    @property
    def elements(self) -> int: ...
    @property
    def shares(self) -> list[tuple[str, int, int, str, str]]: ...

def devices() -> list[Device]: ...
def default_device() -> Device: ...
def find_device(text: str) -> Device: ...
def device_of(int_ptr: int) -> Device: ...
def stored_sample(channel_type: str) -> str: ...
def release_kept_plans() -> None: ...
def count(
    problem: Problem,
    samples: Array | tuple[Array, ...],
    shape: Shape = ...,
    mask: Array | None = None,
    weights: Array | tuple[Array, ...] | None = None,
    options: Options = ...,
    device: Device | None = None,
    indices: Array | None = None,
) -> Array: ...
def profile(
    problem: Problem,
    samples: Array | tuple[Array, ...],
    shape: Shape,
    mask: Array | None,
    weights: Array,
    factors: Array | None,
    ddof: int,
    options: Options,
    device: Device | None,
) -> tuple[Array, Array, Array]: ...
def explain(problem: Problem, shape: Shape, options: Options, device: Device) -> str: ...
def threshold(counts: Array, method: str) -> int | None: ...
def otsu_thresholds(counts: Array, classes: int) -> list[int]: ...
def percentiles(counts: Array, edges: Array, percents: Sequence[float]) -> Array: ...
def moments(counts: Array, edges: Array) -> tuple[float, float, float, float]: ...
def entropy(counts: Array) -> float: ...
def compare(a: Array, b: Array, metric: str) -> float: ...
def earth_movers_distance(a: Array, b: Array, edges: Array) -> float: ...
def equalization_map(counts: Array, levels: int) -> Array: ...
def matching_map(counts: Array, reference: Array) -> Array: ...
def clahe_maps(counts: Array, bins: int, clip_limit: float) -> Array: ...
