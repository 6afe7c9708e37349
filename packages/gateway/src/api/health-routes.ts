import { isToolError } from '@helve/core';
import type { GatewaySettings } from '../gateway-settings.js';
import { gatewayErrors } from '../gateway-errors.js';
import { answerJson } from '../http/answer-envelope.js';
import type { Route } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';

/** Whether the process lives, whether it takes calls, and what it counted. */
export function healthRoutes({ ready, metrics, tell }: GatewaySettings, calls: RunningCalls): readonly Route[] {
  return [
    { method: 'GET', path: '/healthz', answer: () => answerJson('{"ok":true}') },
    {
      method: 'GET',
      path: '/readyz',
      answer: async (context) => {
        if (calls.closing.aborted) throw notReady('the gateway is closing');
        try {
          await ready?.();
        } catch (thrown) {
          // What is wrong may name files and hosts: that is for the log.
          tell(thrown, { requestId: context.get('requestId'), method: 'GET', path: '/readyz' });
          throw notReady(`something that the tools need is not there${codeOf(thrown)}`, thrown);
        }
        return answerJson('{"ready":true}');
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      access: 'metrics',
      answer: () => {
        const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
        return new Response(metrics.toText(), { headers });
      },
    },
  ];
}

/** The code of a known problem says what to look for, and names nothing. */
function codeOf(thrown: unknown): string {
  return isToolError(thrown) && thrown.code !== undefined ? ` (${thrown.code})` : '';
}

/** Where waiting does not help, the cause says what does. */
function notReady(problem: string, cause?: unknown): Error {
  if (!isToolError(cause) || cause.retryable) {
    return gatewayErrors.create('GATEWAY_NOT_READY', { problem }, { retryAfterMs: 1_000 });
  }
  const suggestion = cause.details?.suggestion;
  const details = suggestion === undefined ? {} : { details: { suggestion } };
  return gatewayErrors.create('GATEWAY_NOT_READY', { problem }, { retryable: false, ...details });
}
