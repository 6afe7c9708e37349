import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Served } from './http-servers.js';

/** A server in a process of its own, until it is stopped. */
export interface ServerProcess {
  readonly port: number;
  /** Microseconds of the processor that it has used so far. */
  processor(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the variant of this bench that serves until its parent has gone. */
export async function startServerProcess(variant: string): Promise<ServerProcess> {
  const server = fork(process.argv[1] ?? '', ['--variant', variant]);
  const gone = new AbortController();
  server.once('exit', (code) => gone.abort(new Error(`Cannot measure: "${variant}" has ended with ${code}`)));
  const answer = async () => {
    const [said] = (await once(server, 'message', { signal: gone.signal })) as [unknown];
    return said;
  };
  const port = Number(await answer());
  return {
    port,
    async processor() {
      server.send('processor');
      return Number(await answer());
    },
    async stop() {
      if (gone.signal.aborted) return;
      server.disconnect();
      await once(server, 'exit');
    },
  };
}

/** The other side: serves, and says what it has used, until nobody is there to ask. */
export async function serveUntilGone(start: () => Promise<Served>): Promise<number> {
  const served = await start();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.(served.port);
  await once(process, 'disconnect');
  await served.close();
  process.exit(0);
}
