import { useEffect, useMemo, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { FormBody } from '../form/form-body.js';
import { planForm } from '../form/plan-form.js';
import { useForm } from '../form/use-form.js';
import { callTool, readOutcome } from '../wire/call-tool.js';
import { describeFailure } from '../wire/gateway-error.js';
import { fetchJson, sendRequest } from '../wire/send-request.js';
import type { CallRecord, ToolContract } from '../wire/wire.js';
import type { Offer } from '../wire/offers.js';
import type { Confirmation } from './confirmation.js';
import { CallExamples } from './call-examples.js';
import { Outcome } from './outcome.js';
import { ToolHead } from './tool-head.js';
import { useCall } from './use-call.js';

interface ToolViewProps {
  readonly tool: ToolContract;
  readonly offers: ReadonlySet<Offer>;
  /** The record whose input the form begins with. */
  readonly from: string | undefined;
  /** Called when a call has ended: approvals may have changed. */
  readonly onCalled: () => void;
}

/** One tool: its description, a form that calls it, and the result. */
export function ToolView({ tool, offers, from, onCalled }: ToolViewProps) {
  const field = useMemo(() => planForm(tool.inputSchema), [tool]);
  const form = useForm(field);
  const call = useCall();
  const outcome = useRef<HTMLElement>(null);
  const { fill, show } = form;
  const { stop, note } = call;
  const isRunning = call.state.kind === 'running';

  useEffect(() => {
    if (from === undefined) return;
    fetchJson<CallRecord>(`/v1/trail/${encodeURIComponent(from)}`).then(
      ({ rawInput, cut = [] }) =>
        cut.some(({ part }) => part === 'rawInput') ? note('The input was too large to record.') : fill(rawInput),
      (failure: unknown) => note(describeFailure(failure)),
    );
  }, [from, fill, note]);
  // A call that nobody watches any more is cancelled.
  useEffect(() => stop, [stop]);

  async function submit() {
    const { value, issues } = form.reading;
    show(issues);
    if (issues.length > 0) return note('Not sent: correct the marked fields first.');
    outcome.current?.scrollIntoView({ block: 'nearest' });
    const end = await call.run((watch) => callTool(tool.id, value, watch));
    if (end?.envelope.ok === false) show(end.envelope.error.details?.issues ?? []);
    onCalled();
  }

  /** Runs an approved call with the arguments that are stored with the approval. */
  async function confirm({ approvalId }: Confirmation) {
    await call.run(async (watch) => {
      const path = `/v1/approvals/${encodeURIComponent(approvalId)}/approve`;
      return readOutcome(await sendRequest(path, { method: 'POST', body: {}, signal: watch.signal }), watch);
    });
    onCalled();
  }

  async function reject({ approvalId }: Confirmation) {
    try {
      await fetchJson(`/v1/approvals/${encodeURIComponent(approvalId)}/reject`, { method: 'POST', body: {} });
      note('Rejected: it will not run.');
    } catch (failure) {
      note(describeFailure(failure));
    }
    onCalled();
  }

  function onKeyDown(event: KeyboardEvent) {
    const inText = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && inText && (event.ctrlKey || event.metaKey)) form.box.current?.requestSubmit();
    if (event.key === 'Escape' && isRunning) stop();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isRunning) void submit();
  }

  return (
    <article className="tool">
      <ToolHead tool={tool} />
      <div className="bench">
        <form ref={form.box} className="card" noValidate aria-label="Input" onSubmit={onSubmit} onKeyDown={onKeyDown}>
          <div className="card-head">
            <h2>Input</h2>
            <button type="button" className="small" onClick={form.turn}>
              {form.json === undefined ? 'Edit as JSON' : 'Back to fields'}
            </button>
          </div>
          <Examples tool={tool} onChoose={fill} />
          <FormBody form={form} empty="This tool needs no input." />
          <p className="buttons">
            <button type="submit" className="primary" disabled={isRunning}>
              Run
            </button>
            <button type="button" disabled={!isRunning} onClick={stop}>
              Stop
            </button>
          </p>
        </form>
        <Outcome
          box={outcome}
          state={call.state}
          hasTrail={offers.has('trail')}
          mayDecide={offers.has('approvals')}
          onConfirm={(confirmation) => void confirm(confirmation)}
          onReject={(confirmation) => void reject(confirmation)}
        />
      </div>
      <CallExamples tool={tool} input={form.reading.value ?? {}} form={form.json === undefined ? field : undefined} />
    </article>
  );
}

function Examples({ tool, onChoose }: { readonly tool: ToolContract; readonly onChoose: (input: unknown) => void }) {
  const inputs = tool.docs?.examples ?? [];
  if (inputs.length === 0) return null;
  return (
    <p className="examples">
      {inputs.map((input, index) => (
        <button key={index} type="button" className="small" onClick={() => onChoose(input)}>
          Example {index + 1}
        </button>
      ))}
    </p>
  );
}
