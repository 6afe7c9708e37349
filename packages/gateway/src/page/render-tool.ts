import type { ToolContract } from '@helve/core';
import { html, type Html } from './html.js';
import { planForm } from './plan-form.js';
import { renderField } from './render-field.js';

/** One tool: what it is, and a form that calls it. */
export function renderTool(tool: ToolContract, index: number): Html {
  const title = tool.title ?? tool.name;
  const id = `t${index}`;
  const search = [tool.id, title, tool.description, ...tool.tags].join(' ').toLowerCase();
  return html`<section class="tool" id="tool:${encodeURIComponent(tool.id)}" aria-labelledby="${id}-title" data-tool="${tool.id}" data-search="${search}">
<details>
<summary>
  <h2 id="${id}-title">${title}</h2>${title === tool.id ? '' : html` <code>${tool.id}</code>`}
  <span class="description">${tool.description}</span>
  <span class="badges">${badgesOf(tool)}</span>
</summary>
<div class="bench">
${renderForm(tool, id)}
${renderOutcome(title, id)}
</div>
</details>
</section>
`;
}

function renderForm(tool: ToolContract, id: string): Html {
  const fields = planForm(tool.inputSchema);
  return html`<form novalidate aria-labelledby="${id}-title">
${fields.length === 0 ? html`<p class="hint">This tool needs no input.</p>` : fields.map((field, index) => renderField(field, `${id}-${index}`))}
<p class="buttons" data-needs-script><button type="submit">Run</button> <button type="button" data-stop disabled>Stop</button></p>
</form>`;
}

/** Always there and of one height, so that nothing moves when an answer comes. */
function renderOutcome(title: string, id: string): Html {
  return html`<div class="outcome" data-needs-script>
<div class="result" role="region" aria-label="Result of ${title}" aria-live="polite" tabindex="0">
  <div data-status class="status">The result will appear here.</div>
  <pre data-result></pre>
</div>
${renderLine('In the terminal', 'helve', id)}
${renderLine('Over HTTP', 'curl', id)}
</div>`;
}

function renderLine(label: string, kind: string, id: string): Html {
  return html`<div class="line"><div class="line-head"><span id="${id}-${kind}">${label}</span> <button type="button" class="copy" data-copy aria-describedby="${id}-${kind}">Copy</button></div>
<pre tabindex="0" aria-labelledby="${id}-${kind}"><code data-line="${kind}"></code></pre></div>`;
}

const effectLabels = { none: 'no side effects', read_only: 'reads only', writes: 'writes' } as const;

function badgesOf({ policy, tags, version, noSchemaMode }: ToolContract): readonly Html[] {
  const { category, sideEffects, effects, idempotent, requiresConfirmation } = policy;
  const warnings = [
    sideEffects === 'writes' && effectLabels.writes,
    requiresConfirmation && 'asks first',
    noSchemaMode !== undefined && 'input not checked',
  ];
  const facts = [
    category,
    sideEffects !== 'writes' && effectLabels[sideEffects],
    idempotent && 'safe to repeat',
    ...effects,
    version !== '0.0.0' && `v${version}`,
  ];
  return [
    ...warnings.filter(isText).map((text) => html`<span class="badge warning">${text}</span> `),
    ...facts.filter(isText).map((text) => html`<span class="badge">${text}</span> `),
    ...tags.map((tag) => html`<span class="badge tag">#${tag}</span> `),
  ];
}

function isText(value: string | false): value is string {
  return value !== false;
}
