import type { AgentSession, TurnEnd, TurnEvent, TurnRun } from '@helve/agent';
import { visibleText } from '@helve/core';
import type { Terminal } from '../../terminal.js';
import { QuestionLine } from './question-line.js';
import { toTerminalText } from '../../text/terminal-text.js';

/** A call that waits for a person. */
export interface PendingApproval {
  readonly token: string;
  readonly preview: string;
  /** By which `helve approvals` knows it. */
  readonly approvalId: string | undefined;
}

/** Outcome of a turn. */
export interface TurnReport {
  readonly reason: TurnEnd | undefined;
  readonly approvals: readonly PendingApproval[];
  /** For scripts: everything but the tokens. */
  readonly summary: { readonly text: string; readonly reason: TurnEnd | undefined; readonly events: readonly object[] };
}

/** Shows a turn while it goes on; Ctrl-C interrupts it. */
export async function runTurn(
  session: AgentSession,
  begin: (session: AgentSession) => TurnRun,
  terminal: Terminal,
  { quiet = false, asks = true }: { readonly quiet?: boolean; readonly asks?: boolean } = {},
): Promise<TurnReport> {
  const events: TurnEvent[] = [];
  const { signal } = terminal.io;
  const interrupt = () => void session.interrupt('Ctrl-C');
  const run = begin(session);
  const over = new AbortController();
  const questions = new QuestionLine(session, terminal, asks ? over.signal : undefined);
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    for await (const event of run) {
      events.push(event);
      if (!quiet) show(event, terminal);
      if (event.type === 'question') questions.ask(event);
    }
  } finally {
    signal.removeEventListener('abort', interrupt);
    over.abort();
  }
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  if (!quiet && text !== '') terminal.print('');
  const reason = await run.done;
  return { reason, approvals: askedIn(events), summary: { text, reason, events: events.map(withoutToken) } };
}

function show(event: TurnEvent, { io, printError }: Terminal): void {
  switch (event.type) {
    case 'text':
      return void io.stdout.write(io.stdout.isTTY === true ? toTerminalText(event.text, false) : event.text);
    case 'tool_call_started':
      return printError(({ dim }) =>
        dim(`→ ${event.tool} ${event.input === null ? 'as approved' : JSON.stringify(event.input)}`),
      );
    case 'caller_call':
      return printError(({ red }) =>
        red(
          `Cannot run "${visibleText(event.tool)}" here: it has no \`execute\`, and waits for the page or program that holds the conversation`,
        ),
      );
    case 'tool_progress':
      return printError(({ dim }) => dim(`  ${event.done}${event.total === undefined ? '' : ` of ${event.total}`}`));
    case 'tool_result':
      return printError(({ dim }) => dim(`← ${event.tool} ${renderOutcome(event)}`));
    case 'warning':
      return printError(({ dim }) => dim(`! ${event.message}`));
    case 'error':
      return printError(({ red }) => red(event.error.message));
    default:
      return undefined;
  }
}

function renderOutcome({ response }: TurnEvent & { type: 'tool_result' }): string {
  const ms = `${Math.round(response.meta.duration)} ms`;
  return response.ok ? `ok, ${ms}` : `${response.error.type}, ${ms}: ${response.error.message}`;
}

function askedIn(events: readonly TurnEvent[]): readonly PendingApproval[] {
  return events.flatMap((event) => {
    if (event.type !== 'confirmation_required') return [];
    const { token, preview } = event.request;
    const result = events.find((other) => other.type === 'tool_result' && other.callId === event.callId);
    const details = result?.type === 'tool_result' && !result.response.ok ? result.response.error.details : undefined;
    const approvalId = details?.['approvalId'];
    return [{ token, preview, approvalId: typeof approvalId === 'string' ? approvalId : undefined }];
  });
}

/** A token approves a call by itself: it belongs on no screen and in no file. */
function withoutToken(event: TurnEvent): object {
  return JSON.parse(JSON.stringify(event, (key, value: unknown) => (key === 'token' ? undefined : value))) as object;
}
