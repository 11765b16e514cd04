// The look of the report: the scales and the four meanings of colour of the product's design, in both colour schemes.
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --font: 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif;
  --mono: 'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, 'DejaVu Sans Mono', monospace;
  --bg: #f6f6f4; --panel: #fff; --sunken: #efefec; --line: #e2e2de; --line-strong: #cbcbc5;
  --ink: #1b1c1e; --ink-2: #565a61; --ink-3: #6d7178;
  --agent: #4452d6; --agent-soft: #eceefd; --you: #9a5b00; --you-soft: #fdf1dc; --you-line: #eccf9a;
  --good: #0f7a4a; --good-soft: #e3f5ec; --bad: #c02b2b; --bad-soft: #fdeaea; --bad-line: #f2c4c4; --tick: #8f9bff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #131416; --panel: #1a1b1e; --sunken: #101113; --line: #2b2d32; --line-strong: #41444b;
    --ink: #ececee; --ink-2: #b0b4bb; --ink-3: #8e939b;
    --agent: #9aa5ff; --agent-soft: #23264a; --you: #f3bd62; --you-soft: #3a2c12; --you-line: #6b5222;
    --good: #58cf98; --good-soft: #14301f; --bad: #ff8a84; --bad-soft: #3b1a1a; --bad-line: #6e2f2f; --tick: #4452d6;
  }
}
* { box-sizing: border-box; margin: 0; }
html { scroll-behavior: smooth; scroll-padding-top: 24px; }
body { font: 400 13px/1.5 var(--font); color: var(--ink); background: var(--bg); font-feature-settings: 'tnum'; -webkit-font-smoothing: antialiased; overflow-wrap: anywhere; }
a { color: inherit; text-decoration: none; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--agent); outline-offset: 2px; border-radius: 6px; }
h1, h2, h3 { font-weight: 600; unicode-bidi: isolate; }
h1 { font-size: 20px; line-height: 1.35; letter-spacing: -0.011em; font-weight: 550; white-space: pre-line; }
h2 { font-size: 12px; color: var(--ink-2); }
.page { max-width: 1120px; margin: 0 auto; padding: 24px 32px 48px; display: grid; gap: 32px; }
.bar { display: flex; align-items: center; gap: 8px; font-size: 12px; color: var(--ink-2); }
.bar b { color: var(--ink); font-size: 13px; font-weight: 650; letter-spacing: -0.01em; }
.bar .task { margin-left: auto; font: 500 12px/1.4 var(--mono); color: var(--ink-3); }
.logo { width: 22px; height: 22px; flex: none; }
.lead { display: grid; gap: 12px; max-width: 820px; }
.meta { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 12px; color: var(--ink-3); }
.state { display: inline-flex; align-items: center; gap: 6px; font-weight: 600; }
.state::before { content: ''; width: 7px; height: 7px; border-radius: 50%; background: currentcolor; }
.good { color: var(--good); } .bad { color: var(--bad); } .you { color: var(--you); } .agent { color: var(--agent); } .quiet { color: var(--ink-3); }
.facts { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.facts > div { background: var(--panel); padding: 8px 12px; }
.facts dt { font-size: 11px; color: var(--ink-3); } .facts dd { font-size: 13px; font-weight: 600; }
.box { border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; background: var(--panel); display: grid; gap: 4px; }
.box .said { font-size: 15px; font-weight: 550; white-space: pre-wrap; unicode-bidi: isolate; }
.box.bad-box { background: var(--bad-soft); border-color: var(--bad-line); }
.box.you-box { background: var(--you-soft); border-color: var(--you-line); }
.box small, .small { font-size: 12px; color: var(--ink-2); }
.label { font-size: 11px; color: var(--ink-3); }
section { display: grid; gap: 12px; } section:empty { display: none; }
.round-head { display: grid; gap: 4px; padding-top: 8px; border-top: 1px solid var(--line); }
.round-head p { font-size: 15px; font-weight: 550; white-space: pre-line; unicode-bidi: isolate; }
.overview { list-style: none; padding: 0; display: grid; }
.overview li + li { border-top: 1px solid var(--line); }
.overview li.part { border-top: 0; padding: 16px 8px 4px; font-size: 12px; font-weight: 600; color: var(--ink-2); unicode-bidi: isolate; }
.row { display: grid; grid-template-columns: 18px minmax(0, 1fr) minmax(0, auto) 52px; gap: 8px; align-items: baseline; padding: 5px 8px; border-radius: 6px; }
.overview .row:hover { background: var(--sunken); }
.mark { font-weight: 700; text-align: center; }
.words { color: var(--ink-2); unicode-bidi: isolate; } .words b { font-weight: 550; color: var(--ink); }
.proof { font-size: 12px; text-align: right; max-width: 460px; unicode-bidi: isolate; }
.time { font-size: 12px; color: var(--ink-3); text-align: right; white-space: nowrap; }
.step { border: 1px solid var(--line); border-radius: 14px; background: var(--panel); overflow: hidden; display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); break-inside: avoid; }
.step.plain { grid-template-columns: minmax(0, 1fr); }
.tell { padding: 16px; display: grid; gap: 12px; align-content: start; }
.tell > header { display: flex; gap: 12px; align-items: baseline; font-size: 12px; color: var(--ink-3); }
.tell > header h3 { font-size: 13px; color: var(--ink); } .tell > header .time { margin-left: auto; }
.thought { color: var(--ink-2); max-width: 62ch; white-space: pre-line; unicode-bidi: isolate; }
.acts { list-style: none; padding: 0; display: grid; gap: 8px; }
.acts li { display: grid; grid-template-columns: 18px minmax(0, 1fr); gap: 8px; }
.acts .proof { text-align: left; max-width: none; }
.gate { font-size: 12px; color: var(--you); }
pre, code { font: 500 12px/1.5 var(--mono); }
pre { background: var(--sunken); border-radius: 6px; padding: 8px 12px; white-space: pre-wrap; max-height: 320px; overflow: auto; }
details { font-size: 12px; color: var(--ink-3); } summary { cursor: pointer; } details[open] summary { margin-bottom: 8px; }
details pre + pre { margin-top: 8px; }
.under { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 8px 16px; border-top: 1px solid var(--line); background: var(--sunken); font-size: 12px; color: var(--ink-3); }
.seen { border-left: 1px solid var(--line); background: var(--sunken); padding: 12px; display: grid; gap: 8px; align-content: start; }
.seen svg { display: block; justify-self: center; max-width: 100%; height: auto; max-height: 460px; border-radius: 6px; border: 1px solid var(--line-strong); background: var(--bg); }
.seen figcaption { font-size: 12px; color: var(--ink-3); unicode-bidi: isolate; }
.target { fill: none; stroke: #e8590c; stroke-width: 2; vector-effect: non-scaling-stroke; }
.halo { fill: none; stroke: #fff; stroke-width: 5; stroke-opacity: 0.85; vector-effect: non-scaling-stroke; }
.dot { fill: #e8590c; stroke: #fff; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.tag { fill: #e8590c; } .tag-text { fill: #fff; font-family: var(--font); font-weight: 700; text-anchor: middle; dominant-baseline: central; }
table { border-collapse: collapse; justify-self: start; font-size: 12px; } td { padding: 3px 16px 3px 0; color: var(--ink-2); } td:last-child { font-weight: 600; }
ul.notes { padding-left: 18px; color: var(--you); }
footer { font-size: 12px; color: var(--ink-3); border-top: 1px solid var(--line); padding-top: 12px; display: flex; flex-wrap: wrap; gap: 4px 16px; }
@media (max-width: 820px) {
  .page { padding: 16px; } .facts { grid-template-columns: 1fr 1fr; } .step { grid-template-columns: minmax(0, 1fr); }
  .seen { border-left: 0; border-top: 1px solid var(--line); }
  .row { grid-template-columns: 18px minmax(0, 1fr) 52px; } .row .proof { grid-column: 2 / -1; grid-row: 2; text-align: left; }
}
@media print { body { background: #fff; } .page { padding: 0; } pre { max-height: none; } }
`
