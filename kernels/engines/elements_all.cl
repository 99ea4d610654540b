// elements_all: all elements are gathered, in their order.
#define LIST_PARAMETERS
#define ELEMENT_AT(n) ((ulong)(n))
#define EXISTS(element) true
