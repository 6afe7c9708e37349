import type { Engine } from '@helve/flow/engine';
import { findJob } from '@helve/project/job';
import { ExitCode } from '../../exit-code.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { printJson } from '../../text/print-json.js';
import type { Command } from '../command.js';
import { withJob } from './with-engine.js';

const json: OwnFlag = { name: 'json', docs: 'as JSON' };

interface Control {
  readonly facts: Omit<Command, 'run' | 'args' | 'configOptional'>;
  change(engine: Engine, id: string, flags: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Makes a command that changes the state of a job, and tells the state that it has then. */
function controlCommand({ facts, change }: Control): Command {
  return {
    ...facts,
    args: ['<id>'],
    configOptional: true,
    run: (invocation) =>
      withJob(invocation, async ({ id }, engine) => {
        const { terminal, flags } = invocation;
        await change(engine, id, flags);
        const job = await findJob(engine, id);
        if (flags['json'] === true) printJson({ job }, terminal);
        else terminal.print(`Job ${id} is ${job.state}`);
        return ExitCode.done;
      }),
  };
}

/** `helve jobs pause ID`: no more of its units begin. */
export const jobsPauseCommand = controlCommand({
  facts: {
    name: 'pause',
    summary: 'let units under way end, and begin no others',
    flags: [{ name: 'now', docs: 'stop units under way too; what they have done stays' }, json],
    examples: ['jobs pause 3f2a9c1e', 'jobs pause 3f2a9c1e --now'],
  },
  change: (engine, id, flags) => engine.pause(id, { now: flags['now'] === true }),
});

/** `helve jobs cancel ID`: it ends, and what it has written stays. */
export const jobsCancelCommand = controlCommand({
  facts: {
    name: 'cancel',
    summary: 'end a job; files that it has written stay',
    flags: [json],
    examples: ['jobs cancel 3f2a9c1e'],
  },
  change: (engine, id) => engine.cancel(id),
});
