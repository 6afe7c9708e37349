import type { Redis } from 'ioredis';
import { storeErrors } from '../store-errors.js';

const CONNECT_MS = 5_000;
const LAST_RETRY_MS = 5_000;

/** Connects to a Redis that may carry deliveries: one that evicts keys loses them silently, and is refused. */
export async function connectRedis(
  Client: typeof Redis,
  url: string,
  onError: (error: unknown) => void,
): Promise<Redis> {
  const server = hostOf(url);
  let isUp = false;
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // BullMQ waits for as long as it takes; what waits here is repeated by the journal.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isUp ? Math.min(50 * 2 ** Math.min(times, 7), LAST_RETRY_MS) : null),
  });
  client.on('error', onError);
  try {
    await client.connect();
    isUp = true;
    const problem = toProblem(parseInfo(await client.info()), onError);
    if (problem !== undefined) throw storeErrors.create('STORE_REDIS_UNUSABLE', { server, problem });
    return client;
  } catch (cause) {
    client.disconnect();
    if (isUp) throw cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw storeErrors.create('STORE_REDIS_UNUSABLE', { server, problem }, { cause });
  }
}

/** Host and port for messages, without the password. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the given address';
}

function toProblem(info: ReadonlyMap<string, string>, warn: (problem: string) => void): string | undefined {
  const isValkey = info.has('valkey_version');
  const version = info.get('valkey_version') ?? info.get('redis_version') ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = isValkey ? major < 7 : major < 6 || (major === 6 && minor < 2);
  if (isOld) return `version ${version} is too old, expected Redis 6.2 or Valkey 7.2 and newer`;
  const policy = info.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    return `its maxmemory-policy is ${policy}, expected noeviction: it would drop what waits when memory is short`;
  }
  if (info.get('aof_enabled') === '0')
    warn('Redis writes no log (appendonly is no): after a crash, units are handed out again later');
  return undefined;
}

function parseInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf(':');
      return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );
}
