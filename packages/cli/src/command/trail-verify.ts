import { ExitCode } from '../exit-code.js';
import { textOf, type Command } from './command.js';

/** `helve trail verify`: whether the trail is as it was written. */
export const trailVerifyCommand: Command = {
  name: 'verify',
  args: [],
  summary: 'check that no record was changed, removed or added',
  flags: [{ name: 'head', value: 'HASH', docs: 'a head that was printed before: shows a trail whose end was cut off' }],
  examples: ['trail verify', 'trail verify --head HASH'],
  notes: () => 'Exits with 3 if the trail is broken. Keep the printed head elsewhere: a whole new trail has another.',
  async run({ terminal, flags, openStore }) {
    const { trail } = await openStore();
    const verdict = await trail.verify(textOf(flags, 'head'));
    if (verdict.ok) {
      const count = verdict.count === 1 ? '1 record' : `${verdict.count} records`;
      terminal.print(`The trail is whole: ${count}, head ${verdict.head.hash}`);
      return ExitCode.done;
    }
    terminal.print(`The trail is broken at record ${verdict.brokenAtSeq}: ${verdict.problem}`);
    return ExitCode.checkSaidNo;
  },
};
