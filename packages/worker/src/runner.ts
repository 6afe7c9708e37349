// Entry of a worker's processes and threads; each loads only the part it needs.
import { isMainThread, workerData } from 'node:worker_threads';
import { GUARD_FLAG } from './control/guard-flag.js';
import type { ControlData } from './control/control-thread.js';
import type { ThreadData } from './transport/thread/transport.js';

const data = workerData as ControlData | ThreadData | null;

if (!isMainThread && data?.role === 'control') {
  const { runControlThread } = await import('./control/control-thread.js');
  runControlThread(data);
} else if (!isMainThread && data?.role === 'thread') {
  const [{ openThreadPort }, { runWorker }] = await Promise.all([
    import('./transport/thread/port.js'),
    import('./runner/run-worker.js'),
  ]);
  runWorker(openThreadPort(data));
} else if (process.argv[2] === GUARD_FLAG) {
  const { runGuard } = await import('./control/run-guard.js');
  runGuard(process.argv.slice(3));
} else {
  // The control thread starts with the port, before any code of the tool is loaded.
  const { openProcessPort } = await import('./transport/process/port.js');
  const port = openProcessPort(import.meta.url);
  const { runWorker } = await import('./runner/run-worker.js');
  runWorker(port);
}
