import { useMemo, useState, type FormEvent } from 'react';
import { FormBody } from '../form/form-body.js';
import { planForm } from '../form/plan-form.js';
import { useForm } from '../form/use-form.js';
import { fetchJson } from '../wire/send-request.js';
import { describeFailure, GatewayError } from '../wire/gateway-error.js';
import type { WorkerConfig } from '../wire/wire.js';
import { findChanges, withOptions } from './with-options.js';

interface ConfigFormProps {
  readonly path: string;
  readonly config: WorkerConfig;
  readonly onSaved: () => void;
}

const refused = 'Not saved: correct the marked fields first.';

/** Form for the configuration of a worker. */
export function ConfigForm({ path, config, onSaved }: ConfigFormProps) {
  const field = useMemo(() => planForm(withOptions(config)), [config]);
  const form = useForm(field, config.values);
  const [status, setSaid] = useState({ tone: 'quiet', text: '' });
  const changes = findChanges(config.values, form.reading.value);
  const isSame = Object.keys(changes).length === 0;

  async function save() {
    form.show(form.reading.issues);
    if (form.reading.issues.length > 0) return setSaid({ tone: 'bad', text: refused });
    setSaid({ tone: 'quiet', text: 'Saving…' });
    try {
      await fetchJson(path, { method: 'POST', body: changes });
      setSaid({ tone: 'good', text: 'Saved' });
      onSaved();
    } catch (failure) {
      const issues = failure instanceof GatewayError ? failure.issues : [];
      form.show(issues);
      setSaid({ tone: 'bad', text: issues.length > 0 ? refused : describeFailure(failure) });
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  return (
    <form ref={form.box} className="stack" noValidate aria-label="Configuration" onSubmit={onSubmit}>
      {config.problem !== undefined && <p className="notice bad">{config.problem}</p>}
      <FormBody form={form} empty="This worker has no settings." />
      {!isEmpty(config) && (
        <p className="buttons">
          <button type="submit" className="primary" disabled={isSame}>
            Save
          </button>
        </p>
      )}
      <p role="status" className={status.tone}>
        {status.text}
      </p>
    </form>
  );
}

function isEmpty({ schema }: WorkerConfig): boolean {
  return Object.keys(schema.properties ?? {}).length === 0;
}
