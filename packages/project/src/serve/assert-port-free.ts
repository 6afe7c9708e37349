import { createServer } from 'node:net';

/** Fails as the server would if somebody else has its address, long before there is a server. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  // Any port that is free, is.
  if (port === 0) return;
  const problem = await listenOnce(host, port);
  if (problem === undefined) return;
  const { toListenError } = await import('@helve/gateway');
  throw toListenError(problem, host, port);
}

function listenOnce(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
