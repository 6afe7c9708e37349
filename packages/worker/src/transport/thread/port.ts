import { parentPort } from 'node:worker_threads';
import { CancelFlags } from '../../control/cancel-flags.js';
import { readHostFrame } from '../../wire/frame-table.js';
import type { WorkerPort } from '../worker-port.js';
import type { ThreadData } from './transport.js';

/** Opens the worker's end of `thread`. */
export function openThreadPort(data: ThreadData): WorkerPort {
  const port = parentPort;
  if (port === null) throw new Error('Cannot open a thread port: this is the main thread');
  return {
    mode: 'clone',
    pid: process.pid,
    owned: true,
    flags: new CancelFlags(data.flags),
    full: false,
    ready: Promise.resolve(),
    beat: (message) => port.postMessage(message),
    open(onFrame) {
      port.on('message', (message: unknown) => {
        const received = readHostFrame(message);
        if (received.kind === 'frame') onFrame(received.frame, true);
      });
    },
    send: (frame) => port.postMessage(frame),
    setMaxFrameBytes: () => undefined,
    exit: async (code) => process.exit(code),
  };
}
