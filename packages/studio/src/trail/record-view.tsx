import type { ReactNode } from 'react';
import { JsonBlock } from '../part/json-block.js';
import { FailureNotice, Notice } from '../part/notice.js';
import { toDuration, When } from '../part/when.js';
import { linkTo } from '../route.js';
import { useFetched } from '../wire/use-fetched.js';
import type { CallRecord } from '../wire/wire.js';
import { OutcomeLabel } from './outcome-label.js';

/** One call: its user, input, outcome, and every rule it passed. */
export function RecordView({ requestId }: { readonly requestId: string }) {
  const { data: record, failure } = useFetched<CallRecord>(`/v1/trail/${encodeURIComponent(requestId)}`);
  return (
    <section className="view">
      <header className="view-head">
        <p className="back">
          <a href={linkTo('trail')}>All records</a>
        </p>
        <h1 tabIndex={-1}>{record === undefined ? 'Record' : record.toolId}</h1>
        <code>{requestId}</code>
      </header>
      <FailureNotice failure={failure} />
      {record === undefined ? failure === undefined && <Notice>Loading…</Notice> : <Record record={record} />}
    </section>
  );
}

function Record({ record }: { readonly record: CallRecord }) {
  return (
    <>
      <Facts record={record} />
      <p className="buttons">
        <a className="button" href={linkTo('tools', record.toolId, record.requestId)}>
          Run again with this input
        </a>
      </p>
      <div className="pair">
        <JsonBlock title="Input" value={record.rawInput} />
        {record.error === undefined ? (
          <JsonBlock title="Output" value={record.output ?? null} />
        ) : (
          <JsonBlock title="Error" value={record.error} />
        )}
      </div>
      {record.redacted.length > 0 && (
        <p className="hint">Not kept, since it may be secret: {record.redacted.join(', ')}</p>
      )}
      <Trace record={record} />
    </>
  );
}

function Facts({ record }: { readonly record: CallRecord }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Outcome', <OutcomeLabel key="outcome" record={record} />],
    ['Started', <When key="started" at={record.startedAt} />],
    ['Took', toDuration(record.durationMs)],
    ['By', record.userId],
    ['Door', record.door],
    ['Session', record.sessionId],
    ['Attempts', record.attempts],
    ['Tool version', record.toolVersion],
    ['Record', record.seq],
    ['Hash', <code key="hash">{record.hash.slice(0, 16)}…</code>],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === undefined || value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Trace({ record: { trace } }: { readonly record: CallRecord }) {
  if (trace.length === 0) return null;
  return (
    <>
      <h2>Steps of the call</h2>
      <div className="table-box">
        <table>
          <caption className="unseen">Steps of the call, in order</caption>
          <thead>
            <tr>
              <th scope="col">Stage</th>
              <th scope="col">Rule</th>
              <th scope="col">Result</th>
              <th scope="col" className="number">
                Took
              </th>
            </tr>
          </thead>
          <tbody>
            {trace.map(({ seq, stage, hook, result, durationMs }) => (
              <tr key={seq}>
                <td>{stage}</td>
                <td>{hook}</td>
                <td>{result}</td>
                <td className="number">{toDuration(durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
