import { isToolError } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { gatewayErrors } from '../gateway-errors.js';
import { toJsonOutbound } from '../http/outbound.js';
import { workerMetrics } from '../metric/worker-metrics.js';
import type { Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';

/** Routes for monitoring: is the process alive, does it take calls, what did it count. */
export function healthRoutes(
  { ready, metrics, report, workers }: GatewaySettings,
  calls: RunningCalls,
): readonly Route[] {
  return [
    { method: 'GET', path: '/healthz', access: 'open', answer: () => toJsonOutbound('{"ok":true}') },
    {
      method: 'GET',
      path: '/readyz',
      access: 'open',
      answer: async ({ request: { requestId, method, path } }) => {
        if (calls.closing.aborted) throw notReady('the gateway is closing');
        try {
          await ready?.();
        } catch (thrown) {
          // The reason may name files and hosts: it is for the log.
          report(thrown, { requestId, method, path });
          throw notReady(`something that the tools need is not there${readCode(thrown)}`, thrown);
        }
        return toJsonOutbound('{"ready":true}');
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      access: 'metrics',
      answer: async ({ request: { requestId, method, path } }) => {
        const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
        // A host of workers that is not there must not hide the rest.
        const rows = await workers?.list().catch((thrown: unknown) => {
          report(thrown, { requestId, method, path });
          return undefined;
        });
        return { status: 200, headers, body: metrics.toText() + workerMetrics(rows ?? []) };
      },
    },
  ];
}

/** Appends the code of a known problem, without any details of it. */
function readCode(thrown: unknown): string {
  return isToolError(thrown) && thrown.code !== undefined ? ` (${thrown.code})` : '';
}

/** Refuses with the advice of the cause where waiting does not help. */
function notReady(problem: string, cause?: unknown): Error {
  if (!isToolError(cause) || cause.retryable) {
    return gatewayErrors.create('GATEWAY_NOT_READY', { problem }, { retryAfterMs: 1_000 });
  }
  const suggestion = cause.details?.suggestion;
  const details = suggestion === undefined ? {} : { details: { suggestion } };
  return gatewayErrors.create('GATEWAY_NOT_READY', { problem }, { retryable: false, ...details });
}
