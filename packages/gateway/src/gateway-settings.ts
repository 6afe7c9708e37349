import type { Caller } from '@helve/core';
import { gatewayDefaults, type ErrorPlace, type GatewayOptions } from './gateway-options.js';
import type { Approvals } from './port/approvals.js';
import type { TrailReader } from './port/trail-reader.js';

/** The options of a door, complete, as traffic reads them. */
export interface GatewaySettings {
  readonly caller: Caller;
  readonly user: GatewayOptions['user'];
  readonly approvals: Approvals | undefined;
  readonly trail: TrailReader | undefined;
  readonly maxBodyBytes: number;
  readonly hostNames: ReadonlySet<string>;
  readonly foreignOrigins: ReadonlySet<string>;
  readonly tell: (error: unknown, where: ErrorPlace) => void;
}

const ownHostNames = ['localhost', '127.0.0.1', '[::1]'];

/** Checked options with every default filled in. */
export function toSettings(options: GatewayOptions): GatewaySettings {
  const { allowedHosts = [], allowedOrigins = [], onError = writeToStderr } = options;
  return Object.freeze({
    caller: options.caller,
    user: options.user,
    approvals: options.approvals,
    trail: options.trail,
    maxBodyBytes: options.maxBodyBytes ?? gatewayDefaults.maxBodyBytes,
    hostNames: lowerCaseSet([...ownHostNames, ...allowedHosts]),
    foreignOrigins: lowerCaseSet(allowedOrigins),
    tell: isolated(onError),
  });
}

type Observer = GatewaySettings['tell'];

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

function writeToStderr(error: unknown, where: ErrorPlace): void {
  // oxlint-disable-next-line no-console -- the last resort of a host that gave no `onError`: a failure is never silent
  console.error('Helve gateway:', where, error);
}

function lowerCaseSet(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
