// delivery: values of the kernel parameter `delivery`. They say how the total of a bin gets into its count.

#define DELIVERY_OVERWRITE 0u // the total becomes the count
#define DELIVERY_ADD 1u       // the total is added to the count
#define DELIVERY_ATOMIC 2u    // no group knows the total: each group adds its part to the count by an atomic
