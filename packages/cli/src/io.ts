import { Console } from 'node:console';
import { userInfo } from 'node:os';

/** Where text goes. */
export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Everything the terminal door knows of the world around it; a test hands in its own. */
export interface Io {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly cwd: string;
  /** The account that runs the process: who makes the calls of a terminal. */
  readonly user: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Fires with `SIGINT` or `SIGTERM` as its reason. Until somebody asks for it, a signal ends the process as usual. */
  readonly signal: AbortSignal;
}

/** The process itself. The only place that touches its environment, streams and signals. */
export function processIo(): Io {
  tolerateBrokenPipe(process.stdout);
  tolerateBrokenPipe(process.stderr);
  divertConsole();
  let signal: AbortSignal | undefined;
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    // Asked for only when it is read: opening it takes time.
    get stdin() {
      return process.stdin;
    },
    cwd: process.cwd(),
    get user() {
      return accountName();
    },
    env: process.env,
    get signal() {
      signal ??= listenForSignals();
      return signal;
    },
  };
}

/** An account may have no name, as in containers with a user id of their own. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Whoever reads our output may stop early, as `head` does: that is no failure. */
function tolerateBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Stdout belongs to results: what tools and config files print goes to stderr. */
function divertConsole(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

/** The first signal asks for an end, the second one makes it. */
function listenForSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: string) => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(name);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
