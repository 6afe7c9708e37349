import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { readTypedLine } from '../../typed-lines.js';
import { openChat } from '@helve/project/chat';
import { runTurn, type PendingApproval, type TurnReport } from './run-turn.js';
import { flagText, type Command } from '../command.js';

type Chat = Awaited<ReturnType<typeof openChat>>;

/** `helve chat`: a conversation with a model that uses the tools of the project. */
export const chatCommand: Command = {
  name: 'chat',
  args: [],
  summary: 'talk to a model that uses the tools; without a key, an offline demo answers',
  flags: [
    { name: 'model', value: 'NAME', docs: 'model of the config to use (default: the first one)' },
    { name: 'once', value: 'MESSAGE', docs: 'send one message and print the answer, for scripts' },
    { name: 'json', docs: 'with --once: print the answer and all events as JSON' },
  ],
  outlives: true,
  examples: ['chat', 'chat --once \'count the words of "one two three"\'', "chat --once 'hello' --json"],
  notes: () => notes,
  async run({ terminal, flags, openProject }) {
    const once = flagText(flags, 'once');
    const json = flags['json'] === true;
    if (json && once === undefined) throw cliErrors.create('CLI_USAGE', { problem: '--json needs --once' });
    const chat = await openChat(await openProject(), terminal, flagText(flags, 'model'));
    try {
      return await (once === undefined ? talk(chat, terminal) : answerOnce(chat, once, json, terminal));
    } finally {
      await chat.close();
    }
  },
};

const notes = `The model's words go to stdout; tool calls, questions and notes go to stderr.
Calls that need a person ask y or n. With --once they wait instead: see \`helve approvals\`.
Ctrl-C interrupts the turn, and once more ends helve; an empty line or the end of the input ends the conversation.

Exits with 1 if a turn fails or waits for a person, with 130 if it was interrupted.`;

/** Sends one message; pending approvals stay pending, which the exit code shows. */
async function answerOnce(chat: Chat, message: string, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const report = await runTurn(chat.session, (session) => session.run(message), terminal, { quiet: json, asks: false });
  if (json) terminal.print(JSON.stringify({ sessionId: chat.session.id, ...report.summary }, undefined, 2));
  for (const { approvalId } of report.approvals) {
    if (approvalId !== undefined) terminal.notify(`Approve it with \`helve approvals approve ${approvalId}\``);
  }
  return report.approvals.length > 0 ? ExitCode.failed : toExitCode(report);
}

/** Line by line, until there are no more. */
async function talk(chat: Chat, terminal: Terminal): Promise<ExitCode> {
  let last: TurnReport | undefined;
  for (;;) {
    const line = await ask('you> ', terminal);
    if (line === undefined || line.trim() === '') break;
    last = await runTurn(chat.session, (session) => session.run(line), terminal);
    for (const approval of last.approvals) last = (await decide(chat, approval, terminal)) ?? last;
    if (last.reason === 'session-ended') break;
  }
  if (terminal.io.signal.aborted) return ExitCode.interrupted;
  return last === undefined ? ExitCode.done : toExitCode(last);
}

/** Asks a person: a yes runs the call and informs the model, anything else is a no. */
async function decide(
  { session }: Chat,
  { token, preview }: PendingApproval,
  terminal: Terminal,
): Promise<TurnReport | undefined> {
  const answer = await ask(`${preview} — go on? (y/n) `, terminal);
  if (/^y(?:es)?$/i.test(answer?.trim() ?? '')) return runTurn(session, (it) => it.confirm(token), terminal);
  await session.deny(token);
  terminal.notify('Not done');
  return undefined;
}

function ask(question: string, { io }: Terminal): Promise<string | undefined> {
  io.stderr.write(question);
  return readTypedLine(io);
}

function toExitCode({ reason }: TurnReport): ExitCode {
  if (reason === 'interrupted') return ExitCode.interrupted;
  return reason === 'done' || reason === 'session-ended' ? ExitCode.done : ExitCode.failed;
}
