import { CapabilityInputError } from '../error/input-errors.js';
import { encodeValue, type WireMode } from '../wire/encode-value.js';
import { hostFrame, type HostFrame, type InvokeParams } from '../wire/frame.js';
import type { OnInvoke } from './remote-request.js';

type Outcome = { readonly value: unknown } | { readonly thrown: unknown };

/** Calls another tool for a worker and always sends the outcome. */
export async function replyToInvoke(
  request: InvokeParams,
  onInvoke: OnInvoke | undefined,
  { mode }: { readonly mode: WireMode },
  send: (frame: HostFrame) => void,
): Promise<void> {
  const { id, seq, tool } = request;
  const reply = (outcome: Outcome) =>
    send(hostFrame('invoked', { id, seq, ...(encodeValue(outcome, mode).value as Outcome) }));
  try {
    if (onInvoke === undefined) throw noInvokeHandler(tool);
    reply({ value: await onInvoke(request) });
  } catch (thrown) {
    sendThrown(reply, thrown ?? new Error('Nothing was thrown'));
  }
}

/** Sends a thrown value, or a substitute when it cannot be sent. */
function sendThrown(reply: (outcome: Outcome) => void, thrown: unknown): void {
  try {
    reply({ thrown });
  } catch {
    reply({ thrown: new Error('The thrown value cannot be sent') });
  }
}

function noInvokeHandler(tool: string): CapabilityInputError {
  const message = `Cannot call tool "${tool}": the host of this worker does not call tools`;
  return new CapabilityInputError(message, { fieldsInvalid: ['tool'] });
}
