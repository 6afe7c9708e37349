import type { WorkerPort } from '../transport/worker-port.js';
import { workerFrame } from '../wire/frame.js';
import { exitCode } from './exit-code.js';

/** Ends the worker on an uncaught error: the state of the tool is unknown. */
export function watchErrors(port: WorkerPort): void {
  let ending = false;
  const end = (kind: string, error: unknown) => {
    if (ending) return;
    ending = true;
    const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    process.stderr.write(`${kind}: ${text}\n`);
    port.send(workerFrame('log', { level: 'fatal', message: `${kind}: ${text}`, time: Date.now() }));
    void port.exit(exitCode.uncaught);
  };
  process.on('uncaughtException', (error) => end('Uncaught exception', error));
  process.on('unhandledRejection', (error) => end('Unhandled rejection', error));
}
