import type { Command, Invocation } from '../command.js';
import type { ExitCode } from '../../exit-code.js';
import { tellFailure } from '../../worker/worker-failure.js';
import {
  findWorkerPlace,
  openWorkers,
  type WorkerPlace,
  type Workers,
  type WorkersOptions,
} from '../../worker/workers.js';

/** What a verb about workers is run with. */
export interface WorkerInvocation extends Omit<Invocation, 'compose' | 'openStore'> {
  readonly place: WorkerPlace;
  readonly json: boolean;
  /** A host for the time of the verb, closed when it ends. */
  host(options?: WorkersOptions): Promise<Workers>;
}

/** A row of such a verb. */
export interface WorkerVerb extends Omit<Command, 'run'> {
  run(invocation: WorkerInvocation): Promise<ExitCode>;
}

/** find the place ▸ run ▸ close what was opened; a failure of a worker is told in its own words. */
export function workerVerb(row: WorkerVerb): Command {
  return {
    ...row,
    flags: [...row.flags, { name: 'json', docs: 'as JSON' }],
    async run(invocation) {
      const { terminal, flags, configFile } = invocation;
      const json = flags['json'] === true;
      const opened: { close(): Promise<void> }[] = [];
      try {
        const place = await findWorkerPlace(terminal, configFile);
        opened.push(place.store);
        const host = async (options?: WorkersOptions) => {
          const workers = await openWorkers(place, terminal, options);
          opened.push(workers);
          return workers;
        };
        return await row.run({ ...invocation, place, json, host });
      } catch (error) {
        return tellFailure(error, json, terminal);
      } finally {
        // The store last: what ends is still written down.
        for (const one of opened.toReversed()) await one.close();
      }
    },
  };
}
