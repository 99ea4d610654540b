# Counts a pyopencl array on its own queue, without a copy to the host, and compares with numpy.
#
#     python3 python_pyopencl.py
#
# It prints
#
#     from 0.00: 16384
#     from 0.25: 6787
#     from 0.50: 5207
#     from 0.75: 4390
#     from 1.00: 3868
#     from 1.25: 3497
#     from 1.50: 3215
#     from 1.75: 2993
#     as numpy

import sys

try:
    import numpy
    import pyopencl
    import pyopencl.array
except ImportError as error:
    print("skipped:", error)
    sys.exit()

from histo_cl.plan import Plan

queue = pyopencl.CommandQueue(pyopencl.create_some_context(interactive=False))
plan = Plan(queue, numpy.float32, 8, (0, 2))  # compiled once

times = pyopencl.array.arange(queue, 1 << 16, dtype="f4") * numpy.float32(2**-15)
samples = times * times  # on the device
event, counts = plan(queue, samples)  # does not wait

expected, edges = numpy.histogram(samples.get(), 8, (0, 2))
for lower, count in zip(edges, counts.get(queue)):
    print(f"from {lower:.2f}: {count}")
print("as numpy" if (counts.get(queue) == expected).all() else "WRONG")
