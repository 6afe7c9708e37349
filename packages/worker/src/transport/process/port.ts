import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { CancelFlags } from '../../control/cancel-flags.js';
import type { ControlData, ControlMessage } from '../../control/control-thread.js';
import { MAIN_FD } from '../../control/file-descriptor.js';
import { killOwnGroup } from '../../control/kill-own-group.js';
import { readHostFrame } from '../../wire/frame-table.js';
import type { HostFrame } from '../../wire/frame.js';
import { defaultLimits } from '../../wire/limits.js';
import { createLineReader } from '../../wire/line-reader.js';
import { createLineWriter } from '../../wire/line-writer.js';
import { toLine } from '../../wire/to-line.js';
import type { WorkerPort } from '../worker-port.js';

const EXIT_WAIT_MS = 50;
const FLUSH_MS = 1000;

/** Opens the end of `process` and `ndjson` in a Node worker; `runner` is the file that also starts the control thread. */
export function openProcessPort(runner: string): WorkerPort {
  const flags = new CancelFlags();
  const control = startControl(runner, flags);
  const socket = new Socket({ fd: MAIN_FD, readable: true, writable: true });
  const writer = createLineWriter(socket);
  let { maxFrameBytes } = defaultLimits;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const tell = (message: ControlMessage) => control.postMessage(message);
  waitAtAbnormalExit();

  return {
    mode: 'json',
    pid: process.pid,
    owned: true,
    flags,
    get full() {
      return writer.full;
    },
    ready: once(control, 'message'),
    beat: tell,
    heartbeat: (everyMs) => tell({ type: 'heartbeat', everyMs }),
    open(onFrame) {
      const onMessage = (message: unknown, tagged: boolean) => receive(message, tagged, onFrame);
      socket.setEncoding('utf8');
      const read = createLineReader(Infinity, { onMessage, onGarbage: killOwnGroup });
      socket.on('data', (text: string) => {
        writer.heard(text);
        read(text);
      });
      socket.on('error', killOwnGroup);
      socket.on('close', killOwnGroup);
    },
    send(frame) {
      const method = 'method' in frame ? frame.method : undefined;
      writer.write(toLine(frame, maxFrameBytes), method === 'chunk');
      // Code that reports progress may block for long afterwards.
      if (method === 'progress') writer.flush();
    },
    setMaxFrameBytes: (bytes) => void (maxFrameBytes = bytes),
    async exit(code) {
      writer.flush();
      const until = performance.now() + FLUSH_MS;
      while (socket.writableLength > 0 && performance.now() < until) await turn();
      process.exit(code);
    },
  };

  function receive(message: unknown, tagged: boolean, onFrame: (frame: HostFrame, tagged: boolean) => void): void {
    const received = readHostFrame(message);
    if (received.kind === 'frame') return onFrame(received.frame, tagged);
    if (received.kind === 'garbage') return killOwnGroup();
    if (received.id === undefined) return;
    const error = { code: -32601, message: `Cannot answer "${received.method}": there is no such method` };
    writer.write(JSON.stringify({ jsonrpc: '2.0', id: received.id, error }));
  }
}

function startControl(runner: string, flags: CancelFlags): Worker {
  const workerData: ControlData = { role: 'control', flags: flags.buffer, parentPid: process.ppid };
  const control = new Worker(new URL(runner), { workerData, execArgv: [], env: {}, trackUnmanagedFds: false });
  control.unref();
  // Without this thread the worker could outlive its host.
  control.on('error', killOwnGroup);
  return control;
}

/** Waits at an abnormal exit: if a broken pipe ended this thread first, the control thread still has to kill the group. */
function waitAtAbnormalExit(): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  process.on('exit', (code) => {
    if (code !== 0) Atomics.wait(never, 0, 0, EXIT_WAIT_MS);
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 2);
  });
}
