import { useState } from 'react';
import { JsonBlock } from '../part/json-block.js';
import { FailureNotice, Notice } from '../part/notice.js';
import { sendRequest } from '../wire/send-request.js';
import { describeFailure, GatewayError } from '../wire/gateway-error.js';
import type { Fetched } from '../wire/use-fetched.js';
import type { Approval } from '../wire/wire.js';
import { ApprovalCard, type DecisionInput } from './approval-card.js';

interface Decided {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'quiet';
  readonly answer?: unknown;
  /** True when the approval has been decided. */
  readonly settled: boolean;
}

/** View of the approvals that wait for a decision. */
export function ApprovalView({ pending }: { readonly pending: Fetched<{ readonly approvals: readonly Approval[] }> }) {
  const [decided, setDecided] = useState<Decided>();
  const [busy, setBusy] = useState<string>();
  const [settled, setSettled] = useState<readonly string[]>([]);
  const waiting = pending.data?.approvals.filter(({ id }) => !settled.includes(id));

  async function decide(approval: Approval, word: DecisionInput) {
    setBusy(approval.id);
    const outcome = await answer(approval, word);
    setDecided(outcome);
    if (outcome.settled) setSettled((earlier) => [...earlier, approval.id]);
    setBusy(undefined);
    pending.reload();
  }

  return (
    <section className="view">
      <header className="view-head">
        <h1 tabIndex={-1}>Approvals</h1>
        <p>Calls that wait for a decision. An approved call runs once, with these arguments or with your edits.</p>
      </header>
      <div role="status">{decided !== undefined && <p className={`notice ${decided.tone}`}>{decided.text}</p>}</div>
      {decided?.answer !== undefined && <JsonBlock title="Answer" value={decided.answer} />}
      <FailureNotice failure={pending.failure} />
      {waiting === undefined && pending.failure === undefined && <Notice>Loading…</Notice>}
      {waiting?.length === 0 && <Notice>No pending approvals.</Notice>}
      <ul className="approvals">
        {waiting?.map((approval) => (
          <ApprovalCard
            key={approval.id}
            approval={approval}
            busy={busy !== undefined}
            onDecide={(word) => void decide(approval, word)}
            onRefuse={(text) => setDecided({ settled: false, tone: 'bad', text })}
          />
        ))}
      </ul>
    </section>
  );
}

async function answer({ id, toolId }: Approval, { verb, body: word }: DecisionInput): Promise<Decided> {
  try {
    const response = await sendRequest(`/v1/approvals/${encodeURIComponent(id)}/${verb}`, {
      method: 'POST',
      body: word,
    });
    const body: unknown = await response.json();
    if (verb === 'reject' && response.ok)
      return { settled: true, tone: 'quiet', text: `Rejected: ${toolId} will not run` };
    if (typeof body === 'object' && body !== null && 'ok' in body) {
      if (body.ok === true)
        return { settled: true, tone: 'good', text: `Approved: ${toolId} ran`, answer: Reflect.get(body, 'data') };
      return { settled: true, tone: 'bad', text: `Approved, but ${toolId} failed`, answer: Reflect.get(body, 'error') };
    }
    if (!response.ok) throw new GatewayError(response.status, body);
    return { settled: true, tone: 'good', text: `Approved: ${toolId}` };
  } catch (failure) {
    return { settled: false, tone: 'bad', text: describeFailure(failure) };
  }
}
