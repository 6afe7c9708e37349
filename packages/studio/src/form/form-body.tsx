import { useId, useMemo } from 'react';
import { Problem } from './field-frame.js';
import { FieldView } from './field-view.js';
import { FormProvider } from './form-context.js';
import { Members } from './object-view.js';
import type { Form } from './use-form.js';

/** The fields of a form, or its JSON. */
export function FormBody({ form, empty }: { readonly form: Form; readonly empty: string }) {
  const { field, draft, json, issues, change } = form;
  const facts = useMemo(() => ({ issues, View: FieldView }), [issues]);
  if (json !== undefined) return <JsonBody form={form} json={json} />;
  const isObject = field.kind === 'object' && draft.kind === 'object';
  if (isObject && field.members.length === 0 && field.others === undefined) return <p className="hint">{empty}</p>;
  return (
    <FormProvider value={facts}>
      {isObject ? (
        <>
          <Members field={field} draft={draft} pointer="" onChange={change} />
          <Problem text={issues.get('')} />
        </>
      ) : (
        <FieldView field={field} draft={draft} pointer="" onChange={change} />
      )}
    </FormProvider>
  );
}

function JsonBody({ form, json }: { readonly form: Form; readonly json: string }) {
  const id = useId();
  const issue = form.issues.get('');
  return (
    <div className="field">
      <label htmlFor={id}>Input as JSON</label>
      <textarea
        id={id}
        className="code"
        rows={10}
        spellCheck={false}
        value={json}
        aria-invalid={issue === undefined ? undefined : true}
        aria-describedby={issue === undefined ? undefined : `${id}-issue`}
        onChange={(event) => form.changeJson(event.target.value)}
      />
      <Problem id={`${id}-issue`} text={issue} />
    </div>
  );
}
