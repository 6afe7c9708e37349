import { ExitCode } from '../exit-code.js';
import type { Command } from './command.js';

/** `helve trail repair`: closes calls whose result was kept elsewhere. */
export const trailRepairCommand: Command = {
  name: 'repair',
  args: [],
  summary: 'close calls of unknown outcome whose answer was kept under an idempotency key',
  flags: [],
  examples: ['trail repair'],
  notes: () =>
    'A tool that writes leaves an intent before it runs. If its process dies, the intent stays without a result.\nWhere the call had an idempotency key and its answer was kept, the result is added to the trail.',
  async run({ terminal, openStore }) {
    const { trail, idempotency } = await openStore();
    const { repairTrail } = await import('@helve/govern');
    const { repaired, unknown } = await repairTrail({ trail, answers: idempotency });
    for (const { requestId, toolId } of repaired) terminal.print(`Repaired ${String(requestId)} of ${toolId}`);
    const left = unknown.length === 0 ? 'no call' : unknown.length === 1 ? 'one call' : `${unknown.length} calls`;
    terminal.print(`${repaired.length} repaired; the outcome of ${left} is unknown`);
    return ExitCode.done;
  },
};
