import { FailureNotice, Notice } from '../part/notice.js';
import { linkTo } from '../route.js';
import { useFetched } from '../wire/use-fetched.js';
import type { WorkerRow } from '../wire/wire.js';
import { WorkerDetail } from './worker-detail.js';
import { WorkerState } from './worker-state.js';

const everyMs = 3_000;

/** List of workers with their state. */
export function WorkerView({ open }: { readonly open: string | undefined }) {
  const { data, failure, reload } = useFetched<{ readonly workers: readonly WorkerRow[] }>('/v1/workers', everyMs);
  const workers = data?.workers;
  const chosen = workers?.find(({ id }) => id === open);
  if (open !== undefined && chosen !== undefined) return <WorkerDetail key={open} worker={chosen} onChanged={reload} />;
  return (
    <section className="view">
      <header className="view-head">
        <h1 tabIndex={-1}>Workers</h1>
        <p>Tools that run in their own process. A worker starts when it is first needed.</p>
      </header>
      <FailureNotice failure={failure} />
      {workers === undefined && failure === undefined && <Notice>Loading…</Notice>}
      {workers !== undefined && open !== undefined && <Notice>There is no worker called “{open}” here.</Notice>}
      {workers?.length === 0 && <Notice>This project has no capabilities.</Notice>}
      {workers !== undefined && workers.length > 0 && <WorkerTable workers={workers} />}
    </section>
  );
}

function WorkerTable({ workers }: { readonly workers: readonly WorkerRow[] }) {
  return (
    <div className="table-box">
      <table>
        <caption className="unseen">Workers</caption>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            <th scope="col">Description</th>
            <th scope="col" className="number">
              Running
            </th>
            <th scope="col" className="number">
              Waiting
            </th>
            <th scope="col" className="number">
              Restarts
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id}>
              <td>
                <a href={linkTo('workers', worker.id)}>{worker.id}</a>
              </td>
              <td>
                <WorkerState worker={worker} />
              </td>
              <td>{worker.description}</td>
              <td className="number">{worker.inFlight}</td>
              <td className="number">{worker.queued}</td>
              <td className="number">{worker.restarts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
