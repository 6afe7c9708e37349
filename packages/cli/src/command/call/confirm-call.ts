import { isPlainObject, ownerOf, visibleJson, visibleText, type ToolResponse, type ToolUser } from '@helve/core';
import { askPerson, isInteractive } from '../../ask-person.js';
import type { ProjectCaller } from '@helve/project';
import type { Terminal } from '../../terminal.js';

/** A call that waits for the person who makes it. */
interface AskedCall {
  readonly token: string;
  readonly approvalId: string;
  readonly preview: string;
}

/** Asks the person at the terminal about a call that waits for them; undefined if it waits for nobody, or nobody is there. */
export async function confirmCall(
  response: ToolResponse,
  user: ToolUser,
  isYes: boolean,
  { store }: ProjectCaller,
  terminal: Terminal,
): Promise<{ readonly confirmationToken: string } | 'declined' | 'interrupted' | undefined> {
  const pending = askedIn(response);
  if (pending === undefined || store === undefined) return undefined;
  if (isYes) return { confirmationToken: pending.token };
  if (!isInteractive(terminal)) return undefined;
  const { approvals } = store;
  const record = await approvals.get(pending.approvalId);
  const shown = record?.shown?.arguments ?? record?.arguments;
  const { stderr } = terminal.io;
  stderr.write(`${visibleText(pending.preview)}\n${visibleJson(shown, 2).replaceAll(/^/gm, '  ')}\n`);
  if (await askPerson(terminal, 'Make this call?')) return { confirmationToken: pending.token };
  await approvals.decide(pending.approvalId, { decision: 'no', by: ownerOf(user), nowMs: Date.now() });
  return terminal.io.signal.aborted ? 'interrupted' : 'declined';
}

function askedIn(response: ToolResponse): AskedCall | undefined {
  if (response.ok || response.error.type !== 'CONFIRMATION_REQUIRED') return undefined;
  const { approvalId, confirmationRequest: request } = response.error.details ?? {};
  if (typeof approvalId !== 'string' || !isPlainObject(request)) return undefined;
  const { token, preview } = request;
  return typeof token === 'string' ? { token, approvalId, preview: String(preview) } : undefined;
}
