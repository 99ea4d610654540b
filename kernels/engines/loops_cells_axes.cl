// loops_cells_axes: an element has a cell on each axis.
#define CELLS_PER_ELEMENT AXES
#define PUT_QUICK_CELL(axis) cells[axis][k] = cell_of(is_counted(&e), bins[axis], LINE_##axis, FIRST_COUNTED_##axis, p);
#define PUT_CELL(axis) cells[axis][k] = cell_of(is_counted(&e), bins[axis], false, FIRST_COUNTED_##axis, p);
#define PUT_QUICK_CELLS EACH_AXIS(PUT_QUICK_CELL)
#define PUT_CELLS EACH_AXIS(PUT_CELL)
