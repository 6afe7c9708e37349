import { isPlainObject, type Caller, type ToolUser } from '@helve/core';
import { aBoolean, aFunction, aPort, check, checkOptions, required, type OptionChecks } from '@helve/core/options';
import { gatewayErrors } from './gateway-errors.js';
import { toHostName } from './http/host-name.js';
import type { AuthOptions } from './auth/authenticate.js';
import { isAuthOptions } from './auth/is-auth-options.js';
import type { Grants } from './auth/grants.js';
import type { SeenTools } from './auth/tools-for.js';
import { isMcpOptions, type McpOptions } from './mcp/mcp-options.js';
import type { Approvals } from './port/approvals.js';
import type { Chats } from './port/chats.js';
import type { Voices } from './port/voices.js';
import type { FlowRuns } from './port/flow-runs.js';
import type { Jobs } from './port/jobs.js';
import type { TrailReader } from './port/trail-reader.js';
import type { Workers } from './port/workers.js';

/** Place in the gateway where something failed, for the log. */
export interface ErrorContext {
  /** Absent when the failure belongs to no request. */
  readonly requestId?: string;
  readonly method?: string;
  readonly path?: string;
  /** Set when a tool failed, not the gateway. */
  readonly toolId?: string;
}

/** Options of a gateway, with or without a socket. */
export interface GatewayOptions {
  /** Makes the calls, and knows the tools. */
  readonly caller: Caller;
  /** Tells who sends a request. A `ToolError` that it throws refuses the request. Default: anonymous. */
  readonly user?: ((request: Request) => ToolUser | Promise<ToolUser>) | undefined;
  /** Ways in which people and programs show who they are; instead of `user`. */
  readonly auth?: AuthOptions | undefined;
  /**
   * Token that a request shows in `x-helve-start` to get the scopes of all areas, where neither `user` nor `auth` is given;
   * at least 16 characters. Without one, nobody gets these scopes.
   */
  readonly startToken?: string | undefined;
  /** Finds what keeps a user from a tool at a door, before any rule is asked. Default: nothing. */
  readonly grants?: Grants | undefined;
  /** Selects the tools that a user may see, by the list rules of `govern`. Default: all tools. */
  readonly seenTools?: SeenTools | undefined;
  /** Approvals that people with the scope `helve:approvals` decide. */
  readonly approvals?: Approvals | undefined;
  /** True when users may decide what they asked for themselves. Default: only with the start token. */
  readonly selfApproval?: boolean | undefined;
  /** The records of all calls: one's own for everybody, all of them with the scope `helve:trail`. */
  readonly trail?: TrailReader | undefined;
  readonly flows?: FlowRuns | undefined;
  /** Calls and runs that outlive their request; without it, nobody can ask for one. */
  readonly jobs?: Jobs | undefined;
  readonly workers?: Workers | undefined;
  readonly chats?: Chats | undefined;
  /** Conversations by voice, over a WebSocket; a gateway without a socket has none. */
  readonly voices?: Voices | undefined;
  /** Name of the MCP server, and what it offers beside the tools. */
  readonly mcp?: McpOptions | undefined;
  /** Resolves if calls can be made at this moment; asked by `/readyz`. */
  readonly ready?: (() => Promise<void>) | undefined;
  readonly maxBodyBytes?: number | undefined;
  /** Maximum number of calls that run at once. */
  readonly maxCalls?: number | undefined;
  /** Time limit of one call, whatever its tool and the rules say. Default: 0, which is no limit. */
  readonly callTimeoutMs?: number | undefined;
  /** Host names, without port, that requests may ask for beside localhost, 127.0.0.1 and [::1]. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of foreign pages that may call, such as `https://app.example`. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Receives unforeseen failures. Default: they are written to stderr. */
  readonly onError?: ((error: unknown, where: ErrorContext) => void) | undefined;
}

/** Options of a gateway that listens. */
export interface StartGatewayOptions extends GatewayOptions {
  readonly host?: string | undefined;
  /** Port to listen on; 0 picks a free one. */
  readonly port?: number | undefined;
  /** Time that a client has to send one request. */
  readonly requestTimeoutMs?: number | undefined;
  /** Time after which a client that reads nothing of its response is cut off. */
  readonly slowClientMs?: number | undefined;
  /** Time that `close` gives running calls before it ends them. */
  readonly closeGraceMs?: number | undefined;
}

/** Defaults of the options. */
export const gatewayDefaults = Object.freeze({
  host: '127.0.0.1',
  port: 4310,
  maxBodyBytes: 1024 * 1024,
  maxCalls: 1_000,
  requestTimeoutMs: 30_000,
  slowClientMs: 30_000,
  closeGraceMs: 5_000,
});

const milliseconds = check('whole milliseconds', isWhole);

const doorChecks: OptionChecks<GatewayOptions> = {
  caller: required(check('a caller of `createCaller`', isCaller)),
  user: aFunction,
  approvals: aPort('list', 'get', 'decide', 'resume'),
  selfApproval: aBoolean,
  trail: aPort('list', 'verify'),
  auth: check('an object with keys, jwt or both, and perMinute', isAuthOptions),
  ready: aFunction,
  maxCalls: check('a whole number above 0', (value) => isWhole(value) && value !== 0),
  callTimeoutMs: milliseconds,
  startToken: check('a text of at least 16 characters', (value) => typeof value === 'string' && value.length >= 16),
  grants: aFunction,
  seenTools: aFunction,
  flows: aPort('list', 'check', 'run', 'watch'),
  jobs: aPort('handOver', 'list', 'get', 'result'),
  workers: aPort('list', 'config', 'env'),
  chats: aPort('create', 'say', 'end'),
  voices: aPort('open'),
  mcp: check('an object of MCP options', isMcpOptions),
  maxBodyBytes: check('a whole number of bytes above 0', (value) => isWhole(value) && value !== 0),
  allowedHosts: check('a list of host names without scheme and port', (value) => isListOf(value, isHostName)),
  allowedOrigins: check('a list of origins such as "https://app.example"', (value) => isListOf(value, isOrigin)),
  onError: aFunction,
};

const startChecks: OptionChecks<StartGatewayOptions> = {
  ...doorChecks,
  host: check('an address or host name', (value) => typeof value === 'string' && value.trim() !== ''),
  port: check('a whole number from 0 to 65535', (value) => isWhole(value) && Number(value) <= 65_535),
  requestTimeoutMs: milliseconds,
  slowClientMs: milliseconds,
  closeGraceMs: milliseconds,
};

/** Refuses options of `createGateway` that are misspelt or of the wrong kind. */
export function assertGatewayOptions(options: unknown): asserts options is GatewayOptions {
  assertOptions(options, doorChecks);
}

/** Refuses options of `startGateway` that are misspelt or of the wrong kind. */
export function assertStartOptions(options: unknown): asserts options is StartGatewayOptions {
  assertOptions(options, startChecks);
}

function assertOptions(options: unknown, checks: OptionChecks<Record<string, unknown>>): void {
  if (!isPlainObject(options)) throw optionInvalid('expected an object of options');
  checkOptions(options, checks, optionInvalid);
  if (options['user'] !== undefined && options['auth'] !== undefined) {
    throw optionInvalid('options "user" and "auth" exclude each other');
  }
}

function optionInvalid(problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return gatewayErrors.create('GATEWAY_OPTION_INVALID', { problem }, options);
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isCaller(value: unknown): boolean {
  return has(value, 'callTool') && has(Reflect.get(value, 'tools'), 'get', 'list', 'contracts');
}

function has(value: unknown, ...methods: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return methods.every((name) => typeof Reflect.get(value, name) === 'function');
}

function isListOf(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function isHostName(value: unknown): boolean {
  return typeof value === 'string' && toHostName(value) === value.toLowerCase();
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol } = new URL(value);
  return /^https?:$/.test(protocol) && origin === value.toLowerCase();
}
