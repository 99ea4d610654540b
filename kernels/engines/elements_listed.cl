// elements_listed: a list of indices of type INDEX says which elements are gathered. An index that is not below
// `elements` stands for no element: what is gathered for it is 0.
#define LIST_PARAMETERS __global const INDEX *indices, ulong first_index, ulong elements,
#define ELEMENT_AT(n) ((ulong)indices[first_index + (n)])
#define EXISTS(element) ((element) < elements)
