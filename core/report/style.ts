import { Html } from './html.ts';

/** A mail or a browser shows it light or dark, as its reader has it. */
export const STYLE = new Html(`
:root { color-scheme: light dark; --page: light-dark(#fff, #0c0d10); --raised: light-dark(#fafafb, #17181d); --line: light-dark(#e4e4e9, #26282f);
  --text: light-dark(#18181b, #f2f3f5); --muted: light-dark(#5c5c66, #a9adb8); --accent: light-dark(#4f46e5, #a5a8ff);
  --passed: light-dark(#15703a, #5bd08a); --failed: light-dark(#c4232b, #ff8f8a); --error: light-dark(#8a5300, #f2b84b); --skipped: light-dark(#62666f, #969aa5); }
* { box-sizing: border-box; }
body { max-width: 1080px; margin: 0 auto; padding: 32px 20px; background: var(--page); color: var(--text); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { margin: 4px 0; font-size: 24px; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 16px; }
p { margin: 4px 0; overflow-wrap: anywhere; }
.muted, figcaption, th { color: var(--muted); font-weight: 500; }
.tiles, .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; margin: 20px 0; }
.charts { grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); }
.tile, figure { margin: 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
.tile b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; }
.bar { display: flex; gap: 1px; height: 12px; border-radius: 4px; overflow: hidden; background: var(--line); }
.passed { color: var(--passed); } .failed { color: var(--failed); } .error { color: var(--error); } .skipped { color: var(--skipped); }
.bar i { background: currentcolor; }
svg { display: block; width: 100%; fill: var(--accent); }
svg line { stroke: var(--muted); stroke-width: 1; } svg text { fill: var(--muted); font: 10px system-ui; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: break-word; }
td { max-width: 360px; } th { white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
.wide table { min-width: 560px; }
.state { white-space: nowrap; font-weight: 600; }
.state svg { display: inline; width: 12px; height: 12px; vertical-align: -1px; fill: none; stroke: currentcolor; stroke-width: 2.5; }
pre { margin: 4px 0; padding: 8px 12px; border-radius: 6px; background: var(--raised); white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; }
footer { margin-top: 40px; font-size: 12px; color: var(--muted); }
@media print { body { max-width: none; } }
`);
