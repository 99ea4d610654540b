#include "plot/page.hpp"

namespace plot {

const char* const page_style = R"css(
:root{color-scheme:light dark}
body{margin:0;padding:16px;background:#fff;color:#1f2328;
  font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
main{max-width:1200px;margin:auto}
.views{position:relative;overflow-x:auto}
.view[hidden],.narrow{display:none}
@media (max-width:600px){
body{padding:8px}
.wide{display:none}
.narrow:not([hidden]){display:block}
}
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

const char* const page_script = R"js(
(() => {
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const area = document.querySelector('.views');
const cursor = document.querySelector('.cursor');
const tip = document.querySelector('.tip');
const options = [...document.querySelectorAll('input[data-option]')];
const channels = [...document.querySelectorAll('input[data-series]')];
let view, at;                       // what is shown, and the bin that is pointed at: one number for each axis

// An infinite edge is null.
const ends = edges => edges.map((e, i) => e ?? (i ? Infinity : -Infinity));
const axes = [data.x, data.y].filter(a => a).map(a => ({...a, edges: ends(a.edges)}));
const bins = axes.map(a => a.edges.length - 1);
const totals = data.series.map(s => s.values.reduce((sum, v) => sum + v, 0));

const number = v => Number.isInteger(v) && Math.abs(v) < 1e15 ? v.toLocaleString('en-US')
    : Number.isFinite(v) ? String(+v.toPrecision(6)) : v < 0 ? '-inf' : 'inf';
const percent = (v, all) => all && data.adds_up ? ' (' + (100 * v / all).toFixed(2) + '%)' : '';
const edgeName = (axis, i) => axis.texts[i] ?? number(axis.edges[i]);
const binName = (axis, i) => data.labels[i] && axes.length === 1 ? data.labels[i]
    : (axis.name ? axis.name + ' ' : '') + '[' + edgeName(axis, i) + ', ' + edgeName(axis, i + 1) +
        (axis.closed && i + 2 === axis.edges.length ? ']' : ')');

// A scale is [lower, upper, logarithmic].
const toValue = ([lower, upper, log], part) =>
    log ? lower * Math.pow(upper / lower, part) : lower * (1 - part) + upper * part;
const toPart = ([lower, upper, log], value) => {
    if (log && value <= 0) return 0;
    const part = log ? Math.log(value / lower) / Math.log(upper / lower)
                     : (value / 2 - lower / 2) / (upper / 2 - lower / 2);
    return Math.min(1, Math.max(0, part));
};
const binAt = (a, value) => {       // how many inner edges are not above the value
    if (data.labels.length) return Math.min(bins[a] - 1, Math.max(0, Math.floor(value)));
    let low = 0, high = bins[a] - 1;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (axes[a].edges[middle + 1] <= value) low = middle + 1; else high = middle;
    }
    return low;
};
const edgeAt = (a, i) => data.labels.length ? i : axes[a].edges[i];

function hide() {
    at = undefined;
    cursor.hidden = tip.hidden = true;
}

function point(where) {
    at = where;
    const svg = view.querySelector('svg'), scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const [left, top, width, height] = view.dataset.panel.split(' ').map(Number);
    const scales = JSON.parse(view.dataset.scales);
    const side = a => [0, 1].map(next => toPart(scales[a], edgeAt(a, at[a] + next)));
    const [x0, x1] = side(0), [y0, y1] = axes.length > 1 ? side(1) : [0, 1];
    cursor.hidden = tip.hidden = false;
    cursor.style.left = (left + x0 * width) * scale + 'px';
    cursor.style.width = Math.max(1, (x1 - x0) * width * scale) + 'px';
    cursor.style.top = (top + (1 - y1) * height) * scale + 'px';
    cursor.style.height = Math.max(1, (y1 - y0) * height * scale) + 'px';
    const index = axes.length > 1 ? at[0] * bins[1] + at[1] : at[0];
    tip.replaceChildren();
    const title = document.createElement('b');
    title.textContent = axes.map((axis, a) => binName(axis, at[a])).join(' × ');
    tip.append(title);
    data.series.forEach((series, i) => {
        if (channels[i] && !channels[i].checked) return;
        const line = document.createElement('div');
        line.textContent = (series.name ? series.name + ': ' : '') + number(series.values[index]) +
            (series.errors[index] > 0 ? ' ± ' + number(series.errors[index]) : '') +
            (series.name ? '' : ' ' + data.unit) + percent(series.values[index], totals[i]);
        tip.append(line);
    });
    const middle = (left + (x0 + x1) / 2 * width) * scale;
    const right = middle + 14 + tip.offsetWidth > area.clientWidth;
    tip.style.left = Math.max(0, right ? middle - 14 - tip.offsetWidth : middle + 14) + 'px';
    tip.style.top = (top + (1 - y1) * height + 8) * scale + 'px';
}

function show() {
    const on = name => options.some(o => o.dataset.option === name && o.checked) ? '1' : '0';
    const key = ['x', 'y', 'd', 'c'].map(on).join('');
    for (const each of document.querySelectorAll('.view')) {
        each.hidden = each.dataset.view !== key;
        if (each.offsetParent) view = each; // the wide or the narrow picture
    }
    channels.forEach((channel, i) => {
        for (const layer of document.querySelectorAll('.series' + i))
            layer.style.display = channel.checked ? '' : 'none';
    });
    if (at) point(at);
}

area.addEventListener('pointermove', event => {
    const box = view.querySelector('svg').getBoundingClientRect();
    const scale = box.width / view.querySelector('svg').viewBox.baseVal.width;
    const [left, top, width, height] = view.dataset.panel.split(' ').map(Number);
    const x = ((event.clientX - box.left) / scale - left) / width;
    const y = 1 - ((event.clientY - box.top) / scale - top) / height;
    if (x < 0 || x > 1 || y < 0 || y > 1) return hide();
    const scales = JSON.parse(view.dataset.scales);
    point(axes.map((_, a) => binAt(a, toValue(scales[a], a ? y : x))));
});
area.addEventListener('pointerleave', hide);
area.addEventListener('keydown', event => {
    const [a, step] = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1]}[event.key] ?? [2];
    if (event.key === 'Escape') hide();
    if (a >= axes.length) return;
    event.preventDefault();
    const next = at ? [...at] : axes.map(() => 0);
    if (at) next[a] = Math.min(bins[a] - 1, Math.max(0, next[a] + step));
    point(next);
});
window.addEventListener('resize', () => { hide(); show(); });
for (const input of [...options, ...channels]) input.addEventListener('change', show);
hide();
show();
})();
)js";

} // namespace plot
