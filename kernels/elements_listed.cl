// elements_listed: a list of indices of type INDEX says which elements are gathered. An index beyond the elements is
// masked.
#define LIST_PARAMETERS __global const INDEX *indices, ulong first_index, ulong elements,
#define ELEMENT_AT(n) ((ulong)indices[first_index + (n)])
#define EXISTS(element) ((element) < elements)
