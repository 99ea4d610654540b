// delivery: what a work-group does with a histogram's total that it alone knows, as the host passes it in `delivery`.

#define DELIVERY_OVERWRITE 0u // the total becomes the count
#define DELIVERY_ADD 1u       // the total is added to the count
#define DELIVERY_ATOMIC 2u    // no group knows the total: each adds its part to the count by an atomic
