import { CancelFlags } from '../../control/cancel-flags.js';
import type { HostFrame, WorkerFrame } from '../../wire/frame.js';
import type { WorkerPort } from '../worker-port.js';

export interface InProcessPort extends WorkerPort {
  deliver(frame: HostFrame): void;
}

interface HostEnd {
  readonly onFrame: (frame: WorkerFrame) => void;
  readonly onExit: (code: number) => void;
}

/** Opens the worker's end of `inProcess`, in the host's own thread. */
export function openInProcessPort({ onFrame, onExit }: HostEnd): InProcessPort {
  let listener: ((frame: HostFrame, tagged: boolean) => void) | undefined;
  const early: HostFrame[] = [];
  return {
    mode: 'clone',
    pid: process.pid,
    owned: false,
    flags: new CancelFlags(),
    full: false,
    ready: Promise.resolve(),
    open(onHostFrame) {
      listener = onHostFrame;
      for (const frame of early.splice(0)) listener(frame, true);
    },
    deliver(frame) {
      if (listener === undefined) early.push(frame);
      else listener(frame, true);
    },
    send(frame) {
      const copy = structuredClone(frame);
      queueMicrotask(() => onFrame(copy));
    },
    setMaxFrameBytes: () => undefined,
    exit: async (code) => queueMicrotask(() => onExit(code)),
  };
}
