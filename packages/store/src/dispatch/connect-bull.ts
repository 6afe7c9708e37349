import type { JobsOptions, WorkerOptions } from 'bullmq';
import type { ClientConfig } from 'pg';
import { storeErrors } from '../store-errors.js';
import { connectRedis } from './connect-redis.js';

/** The schema in which BullMQ keeps its tables. */
const SCHEMA = 'helve_queue';

/** All that travels: the ids of a unit, and the number of its delivery. */
export interface Ids {
  readonly j: string;
  readonly u: string;
  readonly d: number;
}

/** The part of a job of BullMQ that dispatch uses; on Redis and on Postgres its types differ elsewhere. */
export interface BullJob {
  readonly data: Ids;
  moveToCompleted(result: undefined, token: string, fetchNext: boolean): Promise<unknown>;
}

/** The part of a queue of BullMQ that dispatch uses. */
export interface BullSender {
  addBulk(jobs: { name: string; data: Ids; opts: JobsOptions }[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** The part of a worker of BullMQ that dispatch uses. */
export interface BullTaker {
  getNextJob(token: string, options: { block: boolean }): Promise<BullJob | undefined>;
  extendJobLocks(ids: string[], tokens: string[], ms: number): Promise<string[]>;
  startStalledCheckTimer(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(force: boolean): Promise<void>;
}

/** Connection that the queues of BullMQ share. */
export interface BullConnection {
  openSender(name: string): BullSender;
  openTaker(name: string, options: Omit<WorkerOptions, 'connection'>): BullTaker;
  close(): Promise<void>;
}

/** Connects to the server that carries the deliveries. */
export async function connectBull(url: string, onError: (error: unknown) => void): Promise<BullConnection> {
  const bull = await loadDriver('bullmq', () => import('bullmq'));
  if (/^postgres(?:ql)?:\/\//.test(url)) {
    const { default: pg } = await loadDriver('pg', () => import('pg'));
    /** A connection that breaks while BullMQ has it for a transaction would end the process. */
    class QuietClient extends pg.Client {
      constructor(config?: string | ClientConfig) {
        super(config);
        this.on('error', onError);
      }
    }
    const connection = (max: number) => ({
      connectionString: url,
      schema: SCHEMA,
      migrate: true,
      max,
      Client: QuietClient,
    });
    const { createPostgresBackend } = bull;
    return {
      openSender: (name) => new bull.Queue(name, { connection: connection(1) }, createPostgresBackend),
      openTaker: (name, options) =>
        new bull.Worker(name, null, { ...options, connection: connection(2) }, createPostgresBackend),
      close: async () => undefined,
    };
  }
  if (!/^rediss?:\/\//.test(url)) {
    throw storeErrors.create('STORE_OPTION_INVALID', {
      problem: '`url` does not begin with redis://, rediss:// or postgres://',
    });
  }
  const { Redis } = await loadDriver('ioredis', () => import('ioredis'));
  const client = await connectRedis(Redis, url, onError);
  return {
    openSender: (name) => new bull.Queue(name, { connection: client }),
    openTaker: (name, options) => new bull.Worker(name, null, { ...options, connection: client }),
    close: async () => client.disconnect(),
  };
}

/** Loads a package that only users of an engine on many machines install. */
async function loadDriver<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw storeErrors.create('STORE_ENGINE_DRIVER_MISSING', { package: name }, { cause });
  }
}
