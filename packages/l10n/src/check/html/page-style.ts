/** Style of the report page, for light and dark screens and for paper. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2024; --soft: #60646c; --line: #d9dce1; --card: #f7f8fa;
  --critical: #b3131b; --major: #b45309; --minor: #1d5fb8; --neutral: #60646c; --pass: #18794e; --mark: #ffe2a8; --chip: #e4e8f5; }
@media (prefers-color-scheme: dark) { :root { --paper: #111316; --ink: #e8eaed; --soft: #a0a5ad; --line: #31363d; --card: #1a1d21;
  --critical: #ff8589; --major: #f5b04c; --minor: #84b6ff; --neutral: #a0a5ad; --pass: #5fd19a; --mark: #6b4d0e; --chip: #2b3350; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 75rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
.pass { color: var(--pass); } .fail { color: var(--critical); }
.facts { color: var(--soft); margin: 0 0 1rem; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; padding: .75rem 0; background: var(--paper); border-bottom: 1px solid var(--line); }
label { display: grid; font-size: .8rem; color: var(--soft); }
select, input { font: inherit; color: inherit; padding: .3rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); max-width: 18rem; }
output { margin-inline-start: auto; color: var(--soft); }
article { content-visibility: auto; contain-intrinsic-size: auto 9rem; margin: .75rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--tone); border-radius: 8px; background: var(--card); }
.critical { --tone: var(--critical); } .major { --tone: var(--major); } .minor { --tone: var(--minor); } .neutral { --tone: var(--neutral); }
article header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; font-size: .85rem; color: var(--soft); }
.severity { color: var(--tone); font-weight: 600; }
.place, .rule { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: .25rem 0 .5rem; font-weight: 600; }
.texts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: .75rem; }
.texts p { margin: 0; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }
.texts small { display: block; color: var(--soft); direction: ltr; text-align: start; white-space: normal; }
.code { display: inline-block; padding: 0 .35em; border-radius: 5px; background: var(--chip); font: .85em ui-monospace, monospace; unicode-bidi: isolate; white-space: pre-wrap; }
.form { color: var(--soft); font-size: .8em; border: 1px solid var(--line); border-radius: 5px; padding: 0 .35em; margin-inline: .35em; }
table { border-collapse: collapse; margin-top: .5rem; font-size: .9rem; }
td { padding: .15rem .75rem .15rem 0; vertical-align: top; overflow-wrap: anywhere; }
td:nth-child(-n + 2) { color: var(--soft); white-space: nowrap; }
mark { background: var(--mark); color: inherit; border-radius: 3px; box-shadow: 0 0 0 1px var(--tone); }
.empty { color: var(--soft); font-style: italic; }
[hidden] { display: none; }
@media print { form { display: none; } article { content-visibility: visible; break-inside: avoid; } }
`;
