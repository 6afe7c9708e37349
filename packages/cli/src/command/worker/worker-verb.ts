import { projectLocation, type Command, type Invocation } from '../command.js';
import type { ExitCode } from '../../exit-code.js';
import { cliErrors } from '../../cli-errors.js';
import {
  createHostRequest,
  type HostRequest,
  type HostEvent,
  type HostListener,
  reachHost,
  findWorkerLocation,
  type WorkerLocation,
  openWorkerHost,
  type WorkerHost,
  type WorkerHostOptions,
} from '@helve/project/worker';
import { printWorkerFailure } from './print-worker-failure.js';

/** Input of one run of a verb about workers. */
export interface WorkerInvocation extends Omit<Invocation, 'openProject' | 'openStore'> {
  readonly location: WorkerLocation;
  readonly json: boolean;
  /** A host for the time of the verb, closed when it ends. */
  host(options?: WorkerHostOptions): Promise<WorkerHost>;
  /** Asks the host that runs for this project; undefined where none does. */
  running(): Promise<HostRequest | undefined>;
  /** Connects to the host that runs; throws where none does. */
  needRunning(): Promise<HostRequest>;
  /** Asks the host that runs, or else one for the time of the verb. */
  anyHost(options?: WorkerHostOptions): Promise<HostRequest>;
  /** Makes the listener of a request: the signal of the terminal ends the wait, events go to `tell`. */
  talk(tell?: (news: HostEvent) => void): HostListener;
}

/** A row of such a verb. */
export interface WorkerVerb extends Omit<Command, 'run'> {
  run(invocation: WorkerInvocation): Promise<ExitCode>;
}

/** find the location ▸ run ▸ close what was opened; a failure of a worker is printed in its own words. */
export function workerVerb(row: WorkerVerb): Command {
  return {
    ...row,
    flags: [...row.flags, { name: 'json', docs: 'as JSON' }],
    async run(invocation) {
      const { terminal, flags } = invocation;
      const json = flags['json'] === true;
      const opened: { close(): Promise<void> }[] = [];
      try {
        const location = await findWorkerLocation(projectLocation(invocation));
        opened.push(location.store);
        const host = async (options?: WorkerHostOptions) => {
          const workers = await openWorkerHost(location, terminal, options);
          opened.push(workers);
          return workers;
        };
        const running = () => reachHost(location.runDir);
        return await row.run({
          ...invocation,
          location,
          json,
          host,
          running,
          needRunning: async () => (await running()) ?? refuse(row.name, location),
          anyHost: async (options) => (await running()) ?? createHostRequest(await host(options)),
          talk: (tell = () => undefined) => ({ signal: terminal.io.signal, tell }),
        });
      } catch (error) {
        return printWorkerFailure(error, json, terminal);
      } finally {
        // The store last: what ends is still written down.
        for (const one of opened.toReversed()) await one.close();
      }
    },
  };
}

function refuse(verb: string, { root }: WorkerLocation): never {
  throw cliErrors.create('CLI_HOST_NOT_RUNNING', { verb, folder: root });
}
