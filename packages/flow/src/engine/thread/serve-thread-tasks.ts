import { parentPort, type MessagePort } from 'node:worker_threads';
import type { PooledTask } from '../../contract/thread-pool.js';

/** Makes this thread one that can be borrowed: each loan comes with what it is about and a port of its own. */
export function serveThreadTasks(serve: (data: unknown, port: MessagePort) => void): void {
  if (parentPort === null) throw new TypeError('Cannot serve documents: this is not a worker thread');
  parentPort.on('message', ({ data, port }: PooledTask) => serve(data, port));
}
