import { newDraft, type VariantDraft } from './draft.js';
import type { VariantField } from './field.js';
import { FieldFrame } from './field-frame.js';
import { useFieldView, type FieldProps } from './form-context.js';
import { Members } from './object-view.js';

/** A choice of shapes, and the fields of the one that was chosen. */
export function VariantView({ field, draft, pointer, onChange }: FieldProps<VariantField, VariantDraft>) {
  const View = useFieldView();
  const variant = field.variants[draft.index];

  function choose(index: number) {
    const chosen = field.variants[index];
    onChange({ kind: 'variant', index, draft: chosen === undefined ? { kind: 'text', text: '' } : newDraft(chosen) });
  }

  return (
    <div className="variant">
      <FieldFrame field={field} pointer={pointer}>
        {(control) => (
          <select {...control} value={draft.index} onChange={(event) => choose(Number(event.target.value))}>
            <option value={-1}>{field.required ? 'Choose…' : '—'}</option>
            {field.variants.map(({ label }, index) => (
              <option key={index} value={index}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {variant !== undefined && (
        <div className="variant-body">
          {variant.kind === 'object' && draft.draft.kind === 'object' ? (
            <Members
              field={variant}
              draft={draft.draft}
              pointer={pointer}
              onChange={(changed) => onChange({ ...draft, draft: changed })}
            />
          ) : (
            <View
              field={variant}
              draft={draft.draft}
              pointer={pointer}
              onChange={(changed) => onChange({ ...draft, draft: changed })}
            />
          )}
        </div>
      )}
    </div>
  );
}
