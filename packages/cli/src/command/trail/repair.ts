import { countOf } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { flagText, type Command, type Invocation } from '../command.js';
import { findUnknown } from './find-records.js';

/** `helve trail repair`: closes calls whose result was kept elsewhere, or is known to somebody. */
export const trailRepairCommand: Command = {
  name: 'repair',
  args: [],
  summary: 'close calls of unknown outcome, by the answer stored under an idempotency key or by what you found out',
  flags: [
    { name: 'close', value: 'REQUEST', docs: 'close this call, after checking its outcome' },
    { name: 'outcome', value: 'OUTCOME', docs: 'with --close: done or not-done' },
    { name: 'reason', value: 'TEXT', docs: 'with --close: how you know; it is recorded in the trail with your name' },
  ],
  examples: ['trail repair', 'trail repair --close REQUEST --outcome done --reason "the invoice is there"'],
  notes: () =>
    'A tool that writes leaves an intent before it runs. If its process dies, the intent stays without a result.\nWhere the call had an idempotency key and its answer was kept, the result is added to the trail.',
  async run({ terminal, flags, openStore }) {
    const closing = readClosing(flags);
    const { trail, idempotency } = await openStore();
    const { closeIntent, repairTrail } = await import('@helve/project/trail');
    if (closing !== undefined) {
      const { request, done, reason } = closing;
      const intent = await findUnknown(trail, request);
      const at = new Date().toISOString();
      await trail.append(closeIntent(intent, { done, reason, by: terminal.io.user, at }));
      terminal.print(`Closed ${request} of ${intent.toolId} as ${done ? 'done' : 'not done'}`);
      return ExitCode.done;
    }
    const { repaired, unknown } = await repairTrail({ trail, answers: idempotency });
    for (const { requestId, toolId } of repaired) terminal.print(`Repaired ${String(requestId)} of ${toolId}`);
    const left = countOf(unknown.length, 'call');
    terminal.print(`Repaired ${countOf(repaired.length, 'call')}; ${left} of unknown outcome left`);
    return ExitCode.done;
  },
};

interface Closing {
  readonly request: string;
  readonly done: boolean;
  readonly reason: string;
}

function readClosing(flags: Invocation['flags']): Closing | undefined {
  const [request, outcome, reason] = ['close', 'outcome', 'reason'].map((name) => flagText(flags, name));
  if (request === undefined && outcome === undefined && reason === undefined) return undefined;
  if (request === undefined) throw usage('--outcome and --reason go with --close REQUEST');
  if (outcome !== 'done' && outcome !== 'not-done') throw usage('--close needs --outcome done or --outcome not-done');
  if (reason === undefined || reason.trim() === '') throw usage('--close needs --reason TEXT');
  return { request, done: outcome === 'done', reason };
}

function usage(problem: string): Error {
  return cliErrors.create('CLI_USAGE', { problem });
}
