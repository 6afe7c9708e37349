import type { WorkerEnv, WorkerVariable } from '../wire/wire.js';

/** Environment variables of a worker; the gateway masks secrets. */
export function EnvTable({ env: { variables, problems } }: { readonly env: WorkerEnv }) {
  const own = variables.filter((variable) => !isOfHost(variable));
  const ofHost = variables.filter(isOfHost);
  return (
    <div className="stack">
      {problems.map((problem) => (
        <p key={problem} className="notice bad">
          {problem}
        </p>
      ))}
      {own.length === 0 ? (
        <p className="hint">This worker needs no environment variables.</p>
      ) : (
        <Variables variables={own} />
      )}
      {ofHost.length > 0 && (
        <details className="docs">
          <summary>{ofHost.length} more from the host</summary>
          <Variables variables={ofHost} />
        </details>
      )}
    </div>
  );
}

function isOfHost({ source }: WorkerVariable): boolean {
  return source === 'host' || source === 'host-owned';
}

function Variables({ variables }: { readonly variables: readonly WorkerVariable[] }) {
  return (
    <ul className="variables">
      {variables.map((variable) => (
        <li key={variable.name}>
          <div className="variable-head">
            <code>{variable.name}</code>
            <Presence variable={variable} />
          </div>
          <p>
            {variable.label !== '' && variable.label !== variable.name && <>{variable.label}: </>}
            <code>{variable.value ?? '—'}</code>
          </p>
          <p className="hint">{renderFacts(variable)}</p>
          {variable.problem !== undefined && <p className="problem">{variable.problem}</p>}
        </li>
      ))}
    </ul>
  );
}

function Presence({ variable: { satisfied, required } }: { readonly variable: WorkerVariable }) {
  const [tone, word] = satisfied ? ['good', 'set'] : required ? ['bad', 'missing'] : ['warn', 'not set'];
  return <span className={`label ${tone}`}>{word}</span>;
}

function renderFacts({ description, secret, required, source }: WorkerVariable): string {
  const facts = [description, secret && 'secret', required && 'required', source !== undefined && `from ${source}`];
  return facts.filter(Boolean).join(' · ');
}
