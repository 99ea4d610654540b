#include "plot/page_parts.hpp"

namespace plot {

const char* const page_style = R"css(
:root{color-scheme:light dark}
body{margin:0;padding:16px;background:#fff;color:#1f2328;
  font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
main{max-width:1200px;margin:auto}
.views{position:relative;overflow-x:auto}
.view[hidden]{display:none}
.view svg{display:block;width:100%;height:auto}
.options{display:flex;flex-wrap:wrap;gap:8px 20px;margin:0 0 8px 16px}
.options label{display:flex;align-items:center;gap:6px;cursor:pointer}
.swatch{width:12px;height:12px}
.cursor,.tip{position:absolute;pointer-events:none}
.cursor{background:currentColor;opacity:.16}
.tip{padding:6px 10px;background:#1f2328;color:#fff;border:1px solid #fff;border-radius:6px;font-size:13px;white-space:nowrap;
  font-variant-numeric:tabular-nums}
.tip b{display:block}
@media (prefers-color-scheme:dark){
body{background:#0d1117;color:#e6edf3}
.tip{background:#e6edf3;color:#0d1117;border-color:#0d1117}
}
)css";

} // namespace plot
