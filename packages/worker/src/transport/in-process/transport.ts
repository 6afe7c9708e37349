import { readHostFrame } from '../../wire/frame-table.js';
import type { Channel, HostFrame } from '../../wire/frame.js';
import type { Transport, TransportFlags, TransportListener } from '../transport.js';
import { openInProcessPort, type InProcessPort } from './port.js';

/** Runs in the host's own thread, for tests: frames are copied as elsewhere, and nothing is isolated. */
export interface InProcessSpec {
  readonly kind: 'inProcess';
}

export const inProcessFlags: TransportFlags = Object.freeze({
  ownEnv: 'no',
  crashBoundary: false,
  forcedStop: false,
  controlThread: false,
});

/** Runs a worker at its port; passed in, so that a host without such workers does not load the runner. */
export type RunAtPort = (port: InProcessPort) => void;

export function createInProcessTransport(run: RunAtPort): Transport {
  return new InProcessTransport(run);
}

class InProcessTransport implements Transport {
  readonly kind = 'inProcess';
  readonly flags = inProcessFlags;
  readonly mode = 'clone';
  readonly pid = process.pid;
  readonly #run: RunAtPort;
  #port: InProcessPort | undefined;
  #listener: TransportListener | undefined;
  #over = false;

  constructor(run: RunAtPort) {
    this.#run = run;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
    this.#port = openInProcessPort({
      onFrame: (frame) => this.#over || listener.onFrame(frame, 'main', true),
      onExit: (code) => this.#end(code, true),
    });
    this.#run(this.#port);
  }

  send(frame: HostFrame, channel: Channel = 'main'): void {
    if (this.#over || channel === 'control') return;
    const copy: unknown = structuredClone(frame);
    const received = readHostFrame(copy);
    if (received.kind === 'frame') queueMicrotask(() => this.#port?.deliver(received.frame));
  }

  /** Closes the transport. Code in this thread cannot be ended: it runs on without effect. */
  async terminate(): Promise<void> {
    this.#end(null, true);
  }

  #end(code: number | null, expected: boolean): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener?.onExit({ code, signal: null, expected, lastStderr: '' });
  }
}
