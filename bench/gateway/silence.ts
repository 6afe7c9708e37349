import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** A server that says nothing for so long is not slow. */
export const silenceMs = 60_000;

/** Ends a process that says nothing any more, so that whoever waits for it hears that it has gone. */
export function endWhenSilent(server: ChildProcessWithoutNullStreams): void {
  const timer = setTimeout(() => server.kill('SIGKILL'), silenceMs);
  server.stdout.on('data', () => timer.refresh());
  server.once('exit', () => clearTimeout(timer));
}
