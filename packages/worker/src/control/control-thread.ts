import { Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { readHostFrame } from '../wire/frame-table.js';
import { workerFrame } from '../wire/frame.js';
import { defaultLimits } from '../wire/limits.js';
import { createLineReader } from '../wire/line-reader.js';
import { HeartbeatTimers, type HeartbeatMessage } from './heartbeat-timers.js';
import { CancelFlags } from './cancel-flags.js';
import { CONTROL_FD } from './file-descriptor.js';
import { killOwnGroup } from './kill-own-group.js';

/** Data that the main thread passes to its control thread. */
export interface ControlData {
  readonly role: 'control';
  readonly flags: SharedArrayBuffer;
  readonly parentPid: number;
}

export type ControlMessage = HeartbeatMessage | { readonly type: 'heartbeat'; readonly everyMs: number };

const PARENT_POLL_MS = 250;

/**
 * Runs the second thread of a worker. It never runs the tool's code, so that it responds while the main thread is
 * busy: it records cancels in shared memory, sends heartbeats, and kills the process group when the host is gone.
 */
export function runControlThread({ flags: buffer, parentPid }: ControlData): void {
  const flags = new CancelFlags(buffer);
  const socket = new Socket({ fd: CONTROL_FD, readable: true, writable: true });
  const send = (frame: unknown) => void (socket.destroyed || socket.write(`${JSON.stringify(frame)}\n`));
  const heartbeats = new HeartbeatTimers(send);

  socket.setEncoding('utf8');
  socket.on('end', killOwnGroup);
  socket.on('close', killOwnGroup);
  socket.on('error', killOwnGroup);
  const onMessage = (message: unknown) => {
    const received = readHostFrame(message);
    if (received.kind !== 'frame' || received.frame.method !== 'cancel') return;
    flags.set(received.frame.params.slot, received.frame.params.epoch);
  };
  socket.on('data', createLineReader(defaultLimits.maxFrameBytes, { onMessage, onGarbage: killOwnGroup }));
  setInterval(() => {
    if (process.ppid !== parentPid) killOwnGroup();
  }, PARENT_POLL_MS);
  parentPort?.on('message', (message: ControlMessage) => {
    if (message.type === 'heartbeat') setInterval(() => send(heartbeat(flags)), message.everyMs);
    else heartbeats.handle(message);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage('ready');
}

function heartbeat(flags: CancelFlags) {
  return workerFrame('heartbeat', {
    from: 'control',
    uptimeMs: Math.round(process.uptime() * 1000),
    loopLagMs: 0,
    rssBytes: process.memoryUsage.rss(),
    inFlight: flags.inFlight,
  });
}
