import { isPlainObject, type JsonObject, type JsonSchemaObject } from '@helve/core';
import type { LoadOptions } from '@helve/worker/host';
import type { ProblemDetail } from '../project-errors.js';
import {
  called,
  checkMembers,
  choiceShape,
  flag,
  integerShape,
  listShape,
  membersSchema,
  numberShape,
  text,
  type Members,
  type Shape,
} from './shape.js';

type Limits = Partial<NonNullable<LoadOptions['limits']>>;
type Timeouts = NonNullable<LoadOptions['timeouts']>;

/** Settings of one capability: the options of its loads, with limits and times beside the others. */
export interface CapabilitySettings
  extends Limits, Timeouts, Omit<LoadOptions, 'id' | 'newInstance' | 'persist' | 'limits' | 'timeouts' | 'config'> {
  /** Configuration of the capability, over the recorded one. */
  readonly config?: JsonObject;
}

/** A machine that runs workers for this project. */
export interface RemoteSettings {
  /** `wss://host:port`, or `ws://` on this machine. */
  readonly url: string;
  /** Reference to a variable: `${NAME}`. */
  readonly token?: string;
  /** File with the token, relative to the config. */
  readonly tokenFile?: string;
  /** File with the certificate of the authority that signed the machine's own. */
  readonly ca?: string;
  /** Files with the certificate and the key by which this host shows who it is. */
  readonly cert?: string;
  readonly key?: string;
  readonly allowPlain?: boolean;
  /** Largest file that is taken from the machine. */
  readonly maxFileBytes?: number;
}

/** Where capabilities are looked for, how each of them runs, and on which machines. */
export interface WorkerSettings {
  readonly paths?: readonly string[];
  /** Number of jobs that run at once. */
  readonly lanes?: number;
  readonly capabilities?: Readonly<Record<string, CapabilitySettings>>;
  readonly remotes?: Readonly<Record<string, RemoteSettings>>;
}

/** Default folders of the capabilities of a project; the first of a name wins. */
export const defaultWorkerPaths: readonly string[] = Object.freeze(['capabilities', '.helve/capabilities']);

const memoryPattern = String.raw`^\s*\d+(\.\d+)?\s*([kKmMgG]?[iI]?[bB])?\s*$`;
const referencePattern = String.raw`^\$\{[A-Za-z_][A-Za-z0-9_]*\}$`;

const texts = listShape('a list of texts', text);
const count = integerShape('a whole number from 1', 1, 1_000_000);
const time = integerShape('a number of milliseconds', 1, 2 ** 31 - 1);
const bytes = integerShape('a number of bytes', 1, Number.MAX_SAFE_INTEGER);
const anyObject: Shape = { wanted: 'an object', holds: isPlainObject, schema: { type: 'object' } };

const restartMembers: Members = {
  baseMs: time,
  capMs: time,
  jitter: numberShape('a number from 0 to 1', 0, 1),
  stableMs: time,
  maxExits: count,
  windowMs: time,
};
const healthMembers: Members = { unresponsiveAfterMs: time, frozenAfterMs: time };
const wireMembers: Members = {
  maxFrameBytes: bytes,
  chunks: count,
  bytes,
  heartbeatMs: integerShape('a number of milliseconds', 0, 2 ** 31 - 1),
};
const poolMembers: Members = {
  min: integerShape('a whole number', 0, 1000),
  max: integerShape('a whole number from 1', 1, 1000),
};
const resourceMembers: Members = {
  gpus: integerShape('a whole number', 0, 1000),
  memory: either('a number of bytes, or a text such as "1.5 GB"', bytes, {
    wanted: '',
    holds: (value) => typeof value === 'string' && new RegExp(memoryPattern).test(value),
    schema: { type: 'string', pattern: memoryPattern },
  }),
};

/** Members that are objects of their own, each with its table. */
const nested: Readonly<Record<string, Members>> = {
  restart: restartMembers,
  health: healthMembers,
  wire: wireMembers,
  instances: poolMembers,
  resources: resourceMembers,
};

const limitMembers = { maxConcurrent: count, maxQueued: count, maxRssBytes: bytes, maxCalls: count } satisfies Members;
const timeMembers = { startMs: time, queueMs: time, idleMs: time, totalMs: time } satisfies Members;

const capabilityMembers: Members = {
  config: anyObject,
  ...limitMembers,
  ...timeMembers,
  instances: either('a number of workers, or { min, max }', poolMembers['max'] ?? count, ofMembers(poolMembers)),
  idleUnloadMs: time,
  resources: ofMembers(resourceMembers),
  remote: either('the name of a machine, or a list of names', text, texts),
  restart: ofMembers(restartMembers),
  health: ofMembers(healthMembers),
  graceMs: time,
  drift: either('"warn", "fail" or false', choiceShape('warn', 'fail'), {
    wanted: '',
    holds: (value) => value === false,
    schema: { const: false },
  }),
  guard: flag,
  inheritEnv: listShape('a list of names of variables', text),
  missingEnv: choiceShape('fail', 'report'),
  secretDelivery: choiceShape('env', 'channel'),
  prefetch: flag,
  strict: flag,
  adapters: texts,
  admission: choiceShape('measured', 'open'),
  logLevel: choiceShape('debug', 'info', 'warn', 'error'),
  transport: choiceShape('process', 'thread', 'ndjson'),
  execArgv: texts,
  wire: ofMembers(wireMembers),
};

const remoteMembers: Members = {
  url: {
    ...called('a URL that begins with "wss:" or "ws:"', {
      wanted: '',
      holds: isSocketUrl,
      schema: { type: 'string', pattern: '^wss?:' },
    }),
    required: true,
  },
  token: called('a reference such as "${SHED_TOKEN}"', {
    wanted: '',
    holds: isReference,
    schema: { type: 'string', pattern: referencePattern },
  }),
  tokenFile: called('the path of a file', text),
  ca: called('the path of a file', text),
  cert: called('the path of a file', text),
  key: called('the path of a file', text),
  allowPlain: flag,
  maxFileBytes: bytes,
};

const workerMembers: Members = {
  paths: listShape('a list of paths', text),
  lanes: count,
  capabilities: called('an object of settings by the names of capabilities', {
    ...anyObject,
    schema: { type: 'object', additionalProperties: membersSchema(capabilityMembers) },
  }),
  remotes: called('an object of machines by name', {
    ...anyObject,
    schema: { type: 'object', additionalProperties: membersSchema(remoteMembers) },
  }),
};

export const workersSchema: JsonSchemaObject = membersSchema(workerMembers);

/** Finds every wrong setting of workers, with the nearest name for one that is unknown. */
export function checkWorkers(value: unknown, where: string): readonly ProblemDetail[] {
  const findings = checkMembers(value, where, workerMembers);
  if (!isPlainObject(value)) return findings;
  const { capabilities, remotes } = value;
  return [
    ...findings,
    ...rows(capabilities).flatMap(([name, one]) => checkCapability(one, `${where}.capabilities.${name}`, remotes)),
    ...rows(remotes).flatMap(([name, one]) => checkRemote(one, `${where}.remotes.${name}`)),
  ];
}

function checkCapability(value: unknown, where: string, remotes: unknown): readonly ProblemDetail[] {
  const findings = checkMembers(value, where, capabilityMembers);
  if (!isPlainObject(value)) return findings;
  const inner = Object.entries(nested).flatMap(([name, table]) =>
    isPlainObject(value[name]) ? checkMembers(value[name], `${where}.${name}`, table) : [],
  );
  const named = [value['remote'] ?? []].flat().filter((name) => typeof name === 'string');
  const unknown = named.filter((name) => !isPlainObject(remotes) || !Object.hasOwn(remotes, name));
  const lacking = unknown.map((name) => ({
    where: `${where}.remote`,
    message: `"${name}" is not in \`workers.remotes\``,
  }));
  return [...findings, ...inner, ...poolProblems(value['instances'], `${where}.instances`), ...lacking];
}

function poolProblems(value: unknown, where: string): readonly ProblemDetail[] {
  if (!isPlainObject(value)) return [];
  const { min, max } = value;
  const isUpsideDown = typeof min === 'number' && typeof max === 'number' && min > max;
  return isUpsideDown ? [{ where, message: 'Expected `min` to be at most `max`' }] : [];
}

function checkRemote(value: unknown, where: string): readonly ProblemDetail[] {
  const findings = checkMembers(value, where, remoteMembers);
  if (!isPlainObject(value) || 'token' in value !== 'tokenFile' in value) return findings;
  return [...findings, { where, message: 'Expected either `token` or `tokenFile`' }];
}

/** Turns the settings of a capability into the options of its loads. */
export function toLoadOptions(settings: CapabilitySettings): LoadOptions {
  const taken = (members: Members) =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(members, name)));
  const rest = Object.fromEntries(
    Object.entries(settings).filter(
      ([name]) => !Object.hasOwn(limitMembers, name) && !Object.hasOwn(timeMembers, name),
    ),
  );
  const [limits, timeouts] = [taken(limitMembers), taken(timeMembers)];
  return {
    ...rest,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(timeouts).length > 0 && { timeouts }),
  };
}

function rows(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : [];
}

function ofMembers(table: Members): Shape {
  return {
    wanted: `an object with ${Object.keys(table).join(', ')}`,
    holds: isPlainObject,
    schema: membersSchema(table),
  };
}

function either(wanted: string, one: Shape, other: Shape): Shape {
  const holds = (value: unknown) => one.holds(value) || other.holds(value);
  return { wanted, holds, schema: { anyOf: [one.schema, other.schema] } };
}

function isSocketUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol);
}

function isReference(value: unknown): boolean {
  return typeof value === 'string' && new RegExp(referencePattern).test(value);
}
