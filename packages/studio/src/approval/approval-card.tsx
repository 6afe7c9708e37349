import { useState } from 'react';
import { JsonBlock } from '../part/json-block.js';
import { toVisibleJson } from '../part/visible-json.js';
import { When } from '../part/when.js';
import { linkTo } from '../route.js';
import { useFetched } from '../wire/use-fetched.js';
import type { Approval } from '../wire/wire.js';

/** Decision of a person, as the gateway takes it. */
export interface DecisionInput {
  readonly verb: 'approve' | 'reject';
  readonly body: { readonly reason?: string; readonly arguments?: unknown };
}

interface CardProps {
  readonly approval: Approval;
  readonly busy: boolean;
  readonly onDecide: (word: DecisionInput) => void;
  /** Called with a message for arguments that are not JSON. */
  readonly onRefuse: (problem: string) => void;
}

/** One approval, with everything needed to decide it. */
export function ApprovalCard({ approval: listed, busy, onDecide, onRefuse }: CardProps) {
  const [isWanted, setWanted] = useState(false);
  const details = useFetched<Approval>(isWanted ? `/v1/approvals/${encodeURIComponent(listed.id)}` : undefined);
  const approval = details.data ?? listed;
  const [reason, setReason] = useState('');
  const [draft, setDraft] = useState<string>();
  const { toolId, preview, masked = [] } = approval;
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };

  function approve() {
    if (draft === undefined) return onDecide({ verb: 'approve', body: why });
    const edited = readObject(draft);
    if (edited === undefined) return onRefuse('Not sent: the arguments must be a JSON object.');
    onDecide({ verb: 'approve', body: { ...why, arguments: edited } });
  }

  return (
    <li className="card">
      <h2>
        <a href={linkTo('tools', toolId)}>{toolId}</a>
      </h2>
      <p className="preview">{preview}</p>
      <Facts approval={approval} />
      {approval.cut === true && (
        <p>
          <button type="button" disabled={isWanted} onClick={() => setWanted(true)}>
            Show its long arguments<span className="unseen"> of {toolId}</span>
          </button>
        </p>
      )}
      {draft === undefined ? (
        approval.arguments !== undefined && <JsonBlock title="Arguments" value={approval.arguments} />
      ) : (
        <label>
          Arguments as JSON
          <textarea rows={8} spellCheck={false} value={draft} onChange={({ target }) => setDraft(target.value)} />
        </label>
      )}
      {masked.length > 0 && <p className="hint">Masked, since it is secret: {masked.join(', ')}</p>}
      <label>
        Reason
        <input type="text" maxLength={1_000} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
      <p className="buttons">
        <button type="button" className="primary" disabled={busy || approval.cut === true} onClick={approve}>
          Approve<span className="unseen"> {toolId}</span>
        </button>
        <button type="button" disabled={busy} onClick={() => onDecide({ verb: 'reject', body: why })}>
          Reject<span className="unseen"> {toolId}</span>
        </button>
        {approval.kind === 'confirmation' && approval.arguments !== undefined && (
          <button
            type="button"
            disabled={busy}
            onClick={() => setDraft(draft === undefined ? toVisibleJson(approval.arguments) : undefined)}
          >
            {draft === undefined ? 'Edit' : 'Discard changes'}
            <span className="unseen"> {toolId}</span>
          </button>
        )}
      </p>
    </li>
  );
}

/** Facts about the call: its user, door and deadline, and the description of the tool. */
function Facts({ approval }: { readonly approval: Approval }) {
  const { kind, owner, userId, door, sessionId, requestId, policy, createdAt, expiresAt } = approval;
  const asker = owner === undefined ? userId : owner.replace(/^\/+/, '');
  return (
    <p className="hint">
      {kind === 'consent' ? 'Consent' : 'Confirmation'} asked by {asker}
      {door !== undefined && ` over ${door}`}
      {sessionId !== undefined && ` in session ${sessionId}`} at <When at={createdAt} />, until <When at={expiresAt} />
      {policy !== undefined && `; ${policy.category}, ${policy.sideEffects}`}
      {policy !== undefined && policy.effects.length > 0 && ` (${policy.effects.join(', ')})`}
      {requestId !== undefined && (
        <>
          ; <a href={linkTo('trail', requestId)}>its record</a>
        </>
      )}
    </p>
  );
}

function readObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
