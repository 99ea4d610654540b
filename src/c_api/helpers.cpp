// Exports the functions whose bodies are in histo_cl.h.
#include "histo_cl/export.h"

#define HISTO_CL_HELPER HISTO_CL_API
#include "histo_cl/histo_cl.h"
