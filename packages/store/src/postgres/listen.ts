import type { PostgresClient, PostgresPool } from './connections.js';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5_000;

/**
 * Calls back for each notification on a channel, over a connection of its own that is opened again when it breaks.
 * Notifications of the time between are lost; whoever listens looks for himself from time to time.
 */
export function listen(pool: PostgresPool, channel: string, onNotify: () => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = () => {};
  const following = follow();
  return () => {
    stopping.abort();
    wake();
    return following;
  };

  async function follow(): Promise<void> {
    for (let retryMs = FIRST_RETRY_MS; !signal.aborted; retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)) {
      try {
        const client = await pool.connect();
        retryMs = FIRST_RETRY_MS;
        await hear(client);
      } catch {
        // The next statement that anybody sends says why.
      }
      if (!signal.aborted) await pause(retryMs);
    }
  }

  /** Listens until the connection breaks or nobody wants to know any more. */
  async function hear(client: PostgresClient): Promise<void> {
    let broken: Error | undefined;
    const over = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const onError = (error: Error) => {
      broken = error;
      wake();
    };
    client.on('error', onError);
    client.on('notification', onNotify);
    try {
      await client.query(`LISTEN ${channel}`, []);
      // Something may have changed while nobody listened.
      onNotify();
      if (!signal.aborted) await over;
      if (broken === undefined) await client.query(`UNLISTEN ${channel}`, []);
    } finally {
      client.off('notification', onNotify);
      client.off('error', onError);
      client.release(broken);
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
