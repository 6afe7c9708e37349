import { useId, useState, type FormEvent } from 'react';
import { readApiKey, storeApiKey } from './wire/api-key.js';

/** Form that asks for an API key; it stays in this tab. */
export function KeyForm({ onKey }: { readonly onKey: () => void }) {
  const id = useId();
  const [key, setKey] = useState('');
  const isWrong = readApiKey() !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    storeApiKey(key.trim());
    onKey();
  }

  return (
    <form className="card key" onSubmit={submit}>
      <h1 tabIndex={-1}>Enter your API key</h1>
      <div className="field">
        <label htmlFor={id}>Key</label>
        <input
          id={id}
          type="password"
          autoComplete="off"
          value={key}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setKey(event.target.value)}
        />
        <p className={isWrong ? 'problem' : 'hint'} id={`${id}-hint`}>
          {isWrong
            ? 'The gateway does not accept this key'
            : 'Create one with `helve keys add`. It is kept until this tab is closed.'}
        </p>
      </div>
      <p className="buttons">
        <button type="submit" className="primary">
          Sign in
        </button>
      </p>
    </form>
  );
}
