import { ExitCode } from '../exit-code.js';
import { planFlags } from '../flags/plan-flags.js';
import { createWholeOutput } from '../line/whole-output.js';
import { answerCall } from './answer-call.js';
import type { Command } from './command.js';
import { notWaiting, openDesk } from './open-desk.js';

/** `helve approvals approve ID`: a person's yes; the call it was about runs once, with the arguments that were shown. */
export const approvalsApproveCommand: Command = {
  name: 'approve',
  args: ['<id>'],
  summary: 'say yes; the call that waits is made, and its data printed',
  flags: [{ name: 'envelope', docs: 'print the whole answer, not only its data' }],
  examples: ['approvals approve apr_5d41'],
  async run({ terminal, args: [id = ''], flags, configFile, compose }) {
    const house = await compose();
    const whole = createWholeOutput();
    const desk = await openDesk(house, terminal, whole.hook);
    const { signal, user } = terminal.io;
    const approval = await desk.decide(id, 'yes', user);
    if (approval === undefined) throw notWaiting(id);
    if (approval.kind !== 'confirmation') {
      terminal.say(`Approved: ${approval.preview}`);
      return ExitCode.done;
    }
    const response = await desk.resume(id, { call: { door: 'cli' }, signal });
    if (response === undefined) throw notWaiting(id);
    const contract = house.tools.contracts().find((tool) => tool.id === approval.toolId);
    const plan = contract === undefined ? { flags: [], withoutFlag: [] } : planFlags(contract.inputSchema);
    return answerCall(
      whole.restore(response),
      { plan, config: configFile, envelope: flags['envelope'] === true },
      terminal,
    );
  },
};
