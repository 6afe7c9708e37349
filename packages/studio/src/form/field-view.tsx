import type { Field, TextField } from './field.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './form-context.js';
import { ListView } from './list-view.js';
import { ObjectView } from './object-view.js';
import { VariantView } from './variant-view.js';

/** Controls of a field of any kind. */
export function FieldView({ field, draft, pointer, onChange }: FieldProps) {
  const rest = { pointer, onChange };
  switch (field.kind) {
    case 'boolean':
      return <CheckBox field={field} draft={draft} {...rest} />;
    case 'choice':
      return <Choice field={field} draft={draft} {...rest} />;
    case 'fixed':
      return <Fixed field={field} />;
    case 'list':
      return draft.kind === 'list' ? <ListView field={field} draft={draft} {...rest} /> : null;
    case 'object':
      return draft.kind === 'object' ? <ObjectView field={field} draft={draft} {...rest} /> : null;
    case 'variant':
      return draft.kind === 'variant' ? <VariantView field={field} draft={draft} {...rest} /> : null;
    default:
      return <TextBox field={field} draft={draft} {...rest} />;
  }
}

type PlainField = Exclude<Field, { kind: 'boolean' | 'choice' | 'fixed' | 'list' | 'object' | 'variant' }>;

function TextBox({ field, draft, pointer, onChange }: FieldProps<PlainField>) {
  const value = draft.kind === 'text' ? draft.text : '';
  const type = (text: string) => onChange({ kind: 'text', text });
  const note = field.kind === 'number' ? field.range : field.kind === 'json' ? 'As JSON' : undefined;
  return (
    <FieldFrame field={field} pointer={pointer} note={note}>
      {(control) => {
        if (field.kind === 'json' || (field.kind === 'text' && field.multiline)) {
          const isJson = field.kind === 'json';
          return (
            <textarea
              {...control}
              rows={isJson ? 4 : 3}
              className={isJson ? 'code' : undefined}
              spellCheck={!isJson}
              value={value}
              maxLength={field.kind === 'text' ? field.maxLength : undefined}
              onChange={(event) => type(event.target.value)}
            />
          );
        }
        return (
          <input
            {...control}
            {...toInputProps(field)}
            autoComplete="off"
            value={value}
            onChange={(event) => type(event.target.value)}
          />
        );
      }}
    </FieldFrame>
  );
}

/** Input of a number, typed as text, so that an invalid one stays readable. */
function toInputProps(field: PlainField): { type: string; inputMode?: 'decimal'; maxLength?: number } {
  if (field.kind !== 'text') return { type: 'text', inputMode: 'decimal' };
  const { inputType, maxLength }: TextField = field;
  return { type: inputType, ...(maxLength === undefined ? {} : { maxLength }) };
}

function CheckBox({ field, draft, pointer, onChange }: FieldProps) {
  return (
    <FieldFrame field={field} pointer={pointer} inline>
      {(control) => (
        <input
          {...control}
          aria-required={undefined}
          type="checkbox"
          checked={draft.kind === 'flag' && draft.on}
          onChange={(event) => onChange({ kind: 'flag', on: event.target.checked })}
        />
      )}
    </FieldFrame>
  );
}

/** Select box; its first option is empty, so that nothing is chosen silently. */
function Choice({ field, draft, pointer, onChange }: FieldProps<Field & { kind: 'choice' }>) {
  return (
    <FieldFrame field={field} pointer={pointer}>
      {(control) => (
        <select
          {...control}
          value={draft.kind === 'text' ? draft.text : ''}
          onChange={(event) => onChange({ kind: 'text', text: event.target.value })}
        >
          <option value="">{field.required ? 'Choose…' : '—'}</option>
          {field.choices.map(({ json, label }) => (
            <option key={json} value={json}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

function Fixed({ field }: { readonly field: Field }) {
  return (
    <p className="field fixed">
      <span>{field.label}</span> <code>{JSON.stringify(field.initial)}</code>
    </p>
  );
}
