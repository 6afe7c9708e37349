import type { Field, ObjectField } from './field.js';
import { html, type Html } from './html.js';

/** A field with its label, its hint and room for what is wrong with it; `id` is unique on the page. */
export function renderField(field: Field, id: string): Html {
  if (field.kind === 'object') return renderFieldset(field, id);
  const label = html`<label for="${id}">${field.label}${requiredMark(field)}</label>`;
  const control = renderControl(field, id);
  const labelled =
    field.kind === 'boolean'
      ? html`<div class="check">${control}${label}${problem(id)}</div>`
      : html`<div class="label">${label}${problem(id)}</div>${control}`;
  return html`<div class="field" data-field data-kind="${field.kind}" data-pointer="${field.pointer}"${attribute('data-required', field.required)}>
  ${labelled}
  ${hint(field, id)}
</div>
`;
}

function renderFieldset(field: ObjectField, id: string): Html {
  return html`<fieldset class="field" data-field data-kind="object" data-pointer="${field.pointer}"${attribute('data-required', field.required)} id="${id}" tabindex="-1"${describedBy(field, id)}>
  <legend>${field.label}${requiredMark(field)}</legend>
  ${problem(id)}${hint(field, id)}
  ${field.fields.map((child, index) => renderField(child, `${id}-${index}`))}
</fieldset>
`;
}

function renderControl(field: Exclude<Field, ObjectField>, id: string): Html {
  const shared = html`id="${id}" data-control${describedBy(field, id)}${attribute('aria-required', field.required && 'true')}`;
  switch (field.kind) {
    case 'text':
      return field.multiline
        ? html`<textarea ${shared} rows="3"${attribute('maxlength', field.maxLength)}>
${field.value}</textarea>`
        : html`<input ${shared} type="${field.inputType}" value="${field.value}"${attribute('maxlength', field.maxLength)} autocomplete="off">`;
    case 'number':
      return html`<input ${shared} type="number" value="${field.value}"${attribute('min', field.min)}${attribute('max', field.max)} step="${field.step}">`;
    case 'boolean':
      return html`<input ${shared} type="checkbox"${attribute('checked', field.checked)}${attribute('data-always-sent', field.alwaysSent)}>`;
    case 'choice':
      return html`<select ${shared}>${renderChoices(field)}</select>`;
    case 'list':
      return html`<textarea ${shared} rows="3" data-item-type="${field.itemType}">
${field.value}</textarea>`;
    case 'json':
      return html`<textarea ${shared} rows="4" class="code" spellcheck="false">
${field.value}</textarea>`;
  }
}

/** An empty choice stands first unless there is a default: nothing is chosen in silence. */
function renderChoices({ choices, chosen, required }: Extract<Field, { kind: 'choice' }>): Html {
  const empty = html`<option value="">${required ? 'Choose…' : '—'}</option>`;
  const options = choices.map(
    ({ json, label }) => html`<option value="${json}"${attribute('selected', json === chosen)}>${label}</option>`,
  );
  return html`${required && chosen !== undefined ? '' : empty}${options}`;
}

function requiredMark({ required }: Field): Html | undefined {
  return required ? html` <span class="required">required</span>` : undefined;
}

function problem(id: string): Html {
  return html`<span class="problem" id="${id}-problem"></span>`;
}

const notes: { readonly [kind in Field['kind']]?: string } = { list: 'One per line', json: 'As JSON' };

function hint(field: Field, id: string): Html | undefined {
  const parts = [field.hint, notes[field.kind]].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : html`<p class="hint" id="${id}-hint">${parts.join(' · ')}</p>`;
}

function describedBy(field: Field, id: string): Html {
  const hasHint = field.hint !== undefined || notes[field.kind] !== undefined;
  return html` aria-describedby="${hasHint ? `${id}-hint ` : ''}${id}-problem"`;
}

/** An attribute with its value, alone for `true`, absent for `false` and `undefined`. */
function attribute(name: string, value: string | number | boolean | undefined): Html | undefined {
  if (value === undefined || value === false) return undefined;
  return value === true ? html` ${name}` : html` ${name}="${value}"`;
}
