import { visibleText, type Caller, type ToolUser } from '@helve/core';
import { createAuthentication, type Authentication } from './auth/authenticate.js';
import { gatewayDefaults, type ErrorContext, type GatewayOptions } from './gateway-options.js';
import type { Inbound } from './http/inbound.js';
import { GatewayMetrics } from './metric/gateway-metrics.js';
import type { Grants } from './auth/grants.js';
import { createRefusalLog, type RefusalLog } from './auth/refusal-log.js';
import type { SeenTools } from './auth/tools-for.js';
import type { McpOptions } from './mcp/mcp-options.js';
import type { Approvals } from './port/approvals.js';
import type { Chats } from './port/chats.js';
import type { Voices } from './port/voices.js';
import type { FlowRuns } from './port/flow-runs.js';
import type { Jobs } from './port/jobs.js';
import type { TrailReader } from './port/trail-reader.js';
import type { Workers } from './port/workers.js';

/** The options of a door, complete, as traffic reads them. */
export interface GatewaySettings {
  readonly caller: Caller;
  readonly user: ((request: Inbound) => ToolUser | Promise<ToolUser>) | undefined;
  /** Checks that the key or token of a request is still valid; undefined where none is needed. */
  readonly isStillKnown: Authentication['isStillKnown'] | undefined;
  /** Token of the user who started the gateway, where no authentication is required. */
  readonly startToken: string | undefined;
  readonly grants: Grants | undefined;
  readonly seenTools: SeenTools | undefined;
  readonly approvals: Approvals | undefined;
  readonly selfApproval: boolean | undefined;
  readonly trail: TrailReader | undefined;
  readonly flows: FlowRuns | undefined;
  readonly jobs: Jobs | undefined;
  readonly workers: Workers | undefined;
  readonly chats: Chats | undefined;
  readonly voices: Voices | undefined;
  readonly mcp: McpOptions | undefined;
  readonly ready: GatewayOptions['ready'];
  readonly maxBodyBytes: number;
  readonly callTimeoutMs: number | undefined;
  readonly metrics: GatewayMetrics;
  readonly refusals: RefusalLog;
  /** True when areas need their scopes: wherever senders have to say who they are. */
  readonly needsScopes: boolean;
  readonly hostNames: ReadonlySet<string>;
  readonly foreignOrigins: ReadonlySet<string>;
  readonly report: (error: unknown, where: ErrorContext) => void;
}

const ownHostNames = ['localhost', '127.0.0.1', '[::1]'];

/** Checked options with every default filled in. */
export function toSettings(options: GatewayOptions): GatewaySettings {
  const { allowedHosts = [], allowedOrigins = [], onError = writeToStderr } = options;
  const metrics = new GatewayMetrics();
  const report = isolated(onError);
  const auth = options.auth === undefined ? undefined : createAuthentication(options.auth);
  return Object.freeze({
    caller: options.caller,
    user: auth?.user ?? userBy(options.user),
    isStillKnown: auth?.isStillKnown,
    startToken: options.startToken,
    grants: options.grants,
    seenTools: options.seenTools,
    approvals: options.approvals,
    selfApproval: options.selfApproval,
    trail: options.trail,
    flows: options.flows,
    jobs: options.jobs,
    workers: options.workers,
    chats: options.chats,
    voices: options.voices,
    mcp: options.mcp,
    ready: options.ready,
    maxBodyBytes: options.maxBodyBytes ?? gatewayDefaults.maxBodyBytes,
    callTimeoutMs: options.callTimeoutMs === 0 ? undefined : options.callTimeoutMs,
    metrics,
    refusals: createRefusalLog(options.trail, (thrown) => report(thrown, {})),
    needsScopes: options.auth !== undefined || options.user !== undefined,
    hostNames: lowerCaseSet([...ownHostNames, ...allowedHosts]),
    foreignOrigins: lowerCaseSet(allowedOrigins),
    report,
  });
}

function userBy(find: GatewayOptions['user']): GatewaySettings['user'] {
  return find === undefined ? undefined : (request) => find(request.toRequest());
}

type Observer = GatewaySettings['report'];

/** An observer that fails must not cost the client its answer. */
function isolated(observer: Observer): Observer {
  return (error, where) => {
    try {
      observer(error, where);
    } catch (failure) {
      writeToStderr(new AggregateError([failure, error], 'Cannot report a failure: `onError` threw'), where);
    }
  };
}

function writeToStderr(error: unknown, where: ErrorContext): void {
  // oxlint-disable-next-line no-console -- the last resort of a host that gave no `onError`: a failure is never silent
  console.error(
    'Helve gateway:',
    where,
    visibleText(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
}

function lowerCaseSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
