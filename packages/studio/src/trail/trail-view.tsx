import { useState } from 'react';
import { FailureNotice, Notice } from '../part/notice.js';
import { toDuration, When } from '../part/when.js';
import { linkTo } from '../route.js';
import { fetchJson } from '../wire/send-request.js';
import { describeFailure } from '../wire/gateway-error.js';
import type { CallRecord, ToolContract, TrailVerdict } from '../wire/wire.js';
import { OutcomeLabel } from './outcome-label.js';
import { useTrail } from './use-trail.js';

const outcomes = ['success', 'responded', 'failed', 'aborted', 'retryAfter', 'cancelled'];

/** View of the trail: all calls, as they are made. */
export function TrailView({ tools }: { readonly tools: readonly ToolContract[] }) {
  const [tool, setTool] = useState('');
  const [outcome, setOutcome] = useState('');
  const { records, failure, own, loadOlder } = useTrail({ tool, outcome });
  return (
    <section className="view">
      <header className="view-head">
        <h1 tabIndex={-1}>Trail</h1>
        <p>{own ? 'Every call you make is recorded here.' : 'Every call is recorded here.'}</p>
      </header>
      <div className="filters">
        <label>
          Tool
          <select value={tool} onChange={(event) => setTool(event.target.value)}>
            <option value="">All tools</option>
            {tools.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <label>
          Outcome
          <select value={outcome} onChange={(event) => setOutcome(event.target.value)}>
            <option value="">All outcomes</option>
            {outcomes.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </label>
        {!own && <Verify />}
      </div>
      <FailureNotice failure={failure} />
      {records === undefined && failure === undefined && <Notice>Loading…</Notice>}
      {records?.length === 0 && <Notice>No matching calls yet.</Notice>}
      {records !== undefined && records.length > 0 && <Records records={records} />}
      {loadOlder !== undefined && (
        <button type="button" onClick={loadOlder}>
          Show older calls
        </button>
      )}
    </section>
  );
}

function Records({ records }: { readonly records: readonly CallRecord[] }) {
  return (
    <div className="table-box">
      <table>
        <caption className="unseen">Calls, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Tool</th>
            <th scope="col">Outcome</th>
            <th scope="col" className="number">
              Took
            </th>
            <th scope="col">By</th>
            <th scope="col">Door</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.seq}>
              <td>
                <a href={linkTo('trail', record.requestId)}>
                  <When at={record.startedAt} />
                </a>
              </td>
              <td>
                <code>{record.toolId}</code>
              </td>
              <td>
                <OutcomeLabel record={record} />
              </td>
              <td className="number">{toDuration(record.durationMs)}</td>
              <td>{record.userId}</td>
              <td>{record.door ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Button that verifies the chain of records in the gateway. */
function Verify() {
  const [status, setSaid] = useState({ tone: 'quiet', text: '' });
  async function verify() {
    setSaid({ tone: 'quiet', text: 'Checking…' });
    try {
      const verdict = await fetchJson<TrailVerdict>('/v1/trail/verify', { method: 'POST', body: {} });
      setSaid(
        verdict.ok
          ? { tone: 'good', text: `Verified: ${verdict.count} records` }
          : { tone: 'bad', text: `Broken at record ${verdict.brokenAtSeq}: ${verdict.problem}` },
      );
    } catch (failure) {
      setSaid({ tone: 'bad', text: describeFailure(failure) });
    }
  }
  return (
    <div className="verify">
      <button type="button" onClick={() => void verify()}>
        Verify integrity
      </button>
      <span role="status" className={status.tone}>
        {status.text}
      </span>
    </div>
  );
}
