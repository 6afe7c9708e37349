import { FailureNotice, Notice } from '../part/notice.js';
import { linkTo } from '../route.js';
import { useFetched } from '../wire/use-fetched.js';
import type { WorkerConfig, WorkerEnv, WorkerRow } from '../wire/wire.js';
import { ConfigForm } from './config-form.js';
import { EnvTable } from './env-table.js';
import { WorkerState } from './worker-state.js';

interface WorkerDetailProps {
  readonly worker: WorkerRow;
  readonly onChanged: () => void;
}

/** One worker: its state, configuration and environment. */
export function WorkerDetail({ worker, onChanged }: WorkerDetailProps) {
  const path = `/v1/workers/${encodeURIComponent(worker.id)}`;
  const config = useFetched<WorkerConfig>(`${path}/config`);
  const env = useFetched<WorkerEnv>(`${path}/env`);
  return (
    <section className="view">
      <header className="view-head">
        <p className="back">
          <a href={linkTo('workers')}>All workers</a>
        </p>
        <h1 tabIndex={-1}>{worker.id}</h1>
        <p>{worker.description}</p>
        <WorkerState worker={worker} />
      </header>
      <Health worker={worker} />
      <div className="pair">
        <div className="card">
          <h2>Configuration</h2>
          <FailureNotice failure={config.failure} />
          {config.data === undefined && config.failure === undefined && <Notice>Loading from the worker…</Notice>}
          {config.data !== undefined && (
            <ConfigForm
              // A changed configuration starts a new form.
              key={JSON.stringify([config.data.values, config.data.schema])}
              path={`${path}/config`}
              config={config.data}
              onSaved={() => {
                config.reload();
                env.reload();
                onChanged();
              }}
            />
          )}
        </div>
        <div className="card">
          <h2>Environment</h2>
          <FailureNotice failure={env.failure} />
          {env.data === undefined && env.failure === undefined && <Notice>Loading…</Notice>}
          {env.data !== undefined && <EnvTable env={env.data} />}
        </div>
      </div>
    </section>
  );
}

function Health({ worker }: { readonly worker: WorkerRow }) {
  const { capability, version, inFlight, queued, restarts, actions, problems } = worker;
  const facts = { Capability: capability, Version: version, Running: inFlight, Waiting: queued, Restarts: restarts };
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} className="notice bad">
          {problem}
        </p>
      ))}
      <dl className="facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="wide">
          <dt>Actions</dt>
          <dd>
            {actions.map((action) => (
              <code key={action} className="chip">
                {action}
              </code>
            ))}
          </dd>
        </div>
      </dl>
    </>
  );
}
