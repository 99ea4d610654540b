// elements_listed: a list of indices of type INDEX says which elements are gathered. An index that is not below
// `elements` stands for no element, and 0 is gathered for it.
#define LIST_PARAMETERS __global const INDEX *indices, ulong first_index, ulong elements,
#define ELEMENT_AT(n) ((ulong)indices[first_index + (n)])
#define EXISTS(element) ((element) < elements)
