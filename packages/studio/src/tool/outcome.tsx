import type { RefObject } from 'react';
import { toDuration } from '../part/when.js';
import { CodeBlock } from '../part/code-block.js';
import { JsonBlock } from '../part/json-block.js';
import { linkTo } from '../route.js';
import type { CallOutcome, Progress } from '../wire/call-tool.js';
import type { Envelope } from '../wire/wire.js';
import { confirmationIn, type Confirmation } from './confirmation.js';
import type { CallState } from './use-call.js';

interface OutcomeProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly state: CallState;
  readonly hasTrail: boolean;
  readonly mayDecide: boolean;
  readonly onConfirm: (confirmation: Confirmation) => void;
  readonly onReject: (confirmation: Confirmation) => void;
}

/** Result of a call; the box never shrinks, so that nothing moves when a result comes. */
export function Outcome({ box, state, hasTrail, mayDecide, onConfirm, onReject }: OutcomeProps) {
  const { tone, text } = toStatus(state);
  const confirmation = state.kind === 'ended' ? confirmationIn(state.end.envelope) : undefined;
  const output = 'output' in state && !isAnswer(state) ? state.output : '';
  return (
    <section ref={box} className="card outcome" aria-label="Result" aria-busy={state.kind === 'running'}>
      <h2>Result</h2>
      <p className={`status ${tone}`} role="status">
        {text}
      </p>
      {state.kind === 'running' && <ProgressBar progress={state.progress} />}
      {confirmation !== undefined && (
        <div className="ask">
          <p>{confirmation.preview}</p>
          {mayDecide ? (
            <p className="buttons">
              <button type="button" className="primary" onClick={() => onConfirm(confirmation)}>
                Approve and run
              </button>
              <button type="button" onClick={() => onReject(confirmation)}>
                Reject
              </button>
            </p>
          ) : (
            <p className="hint">Somebody who may approve it finds it as {confirmation.approvalId}.</p>
          )}
        </div>
      )}
      {output !== '' && <CodeBlock title="Output" text={output} />}
      {state.kind === 'ended' && confirmation === undefined && <Answer end={state.end} hasTrail={hasTrail} />}
    </section>
  );
}

/** True when the streamed output is the result, which is then shown once. */
function isAnswer(state: CallState): boolean {
  return state.kind === 'ended' && state.end.envelope.ok && state.end.envelope.data === state.output;
}

function ProgressBar({ progress }: { readonly progress: Progress | undefined }) {
  const { done, total } = progress ?? {};
  const share = total === undefined || total <= 0 ? {} : { max: total, value: Math.min(done ?? 0, total) };
  return <progress aria-label="Progress" {...share} />;
}

function Answer({ end, hasTrail }: { readonly end: CallOutcome; readonly hasTrail: boolean }) {
  const { envelope, requestId } = end;
  const id = requestId ?? envelope.meta.requestId;
  return (
    <>
      <JsonBlock title={envelope.ok ? 'Data' : 'Error'} value={envelope.ok ? envelope.data : envelope.error} />
      {envelope.intents.length > 0 && <JsonBlock title="Intents" value={envelope.intents} />}
      {hasTrail && (
        <p className="hint">
          <a href={linkTo('trail', id)}>Show its record</a>
        </p>
      )}
    </>
  );
}

interface Status {
  readonly tone: 'quiet' | 'good' | 'bad' | 'warn';
  readonly text: string;
}

function toStatus(state: CallState): Status {
  switch (state.kind) {
    case 'idle':
      return { tone: 'quiet', text: 'Run the tool to see its result here.' };
    case 'noted':
      return { tone: 'bad', text: state.text };
    case 'running':
      return { tone: 'quiet', text: toProgressText(state.progress) };
    case 'failed':
      return { tone: 'bad', text: state.message };
    case 'ended':
      return toEndStatus(state.end.envelope, toDuration(state.elapsedMs));
  }
}

function toProgressText(progress: Progress | undefined): string {
  if (progress === undefined) return 'Running…';
  const { done, total, message } = progress;
  const count = total === undefined ? `${done}` : `${done} of ${total}`;
  return message === undefined ? `Running: ${count}` : `Running: ${count}, ${message}`;
}

function toEndStatus(envelope: Envelope, time: string): Status {
  if (envelope.ok) return { tone: 'good', text: `Done in ${time}` };
  if (confirmationIn(envelope) !== undefined) return { tone: 'warn', text: 'Waiting for approval' };
  const { type, message, details } = envelope.error;
  const problems = details?.issues?.length ?? 0;
  if (problems > 0)
    return {
      tone: 'bad',
      text: `Refused: ${problems === 1 ? 'a problem is' : `${problems} problems are`} marked in the input`,
    };
  const suggestion = details?.suggestion === undefined ? '' : `. ${details.suggestion}`;
  return { tone: 'bad', text: `${type} after ${time}: ${message}${suggestion}` };
}
