import type { ToolEffect, ToolHook, ToolInvokeContext } from '@helve/core';
import { check, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { refuse } from '../refuse.js';

export interface AllowedHostsOptions {
  /** Names of hosts; `*.example.org` stands for all within a domain. An empty list allows none. */
  readonly hosts: readonly string[];
}

const checks = { hosts: required(check('a list of host names', isHostList)) };
const remoteEffects: readonly ToolEffect[] = ['api-call', 'remote-source-egress'];

/**
 * Restricts tools with remote effects to these hosts: those they name in `annotations.hosts`, and those in the URLs
 * they are given. Refuses a tool with remote effects that names none.
 */
export function allowedHosts(options: AllowedHostsOptions): ToolHook {
  const { hosts } = checkHookOptions('allowedHosts', options, checks);
  const rules = hosts.map((host) => host.toLowerCase());
  const isAllowed = (host: string) =>
    rules.some((rule) => (rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule));
  const assertAllowed = (ctx: ToolInvokeContext, found: readonly string[]) => {
    for (const host of found) if (!isAllowed(host)) refuse(ctx, forbidden(ctx, `"${host}"`));
  };
  return {
    name: 'allowedHosts',
    filter: (ctx) => remoteEffects.some((effect) => ctx.policy.effects.includes(effect)),
    willAuthorize: (ctx) => assertAllowed(ctx, declaredHosts(ctx)),
    willValidateInput(ctx) {
      const given = [...hostsIn(ctx.input, new Set())];
      assertAllowed(ctx, given);
      if (given.length + declaredHosts(ctx).length === 0) refuse(ctx, forbidden(ctx, 'hosts that it does not name'));
    },
  };
}

function forbidden(ctx: ToolInvokeContext, host: string) {
  return governErrors.create('GOVERN_HOST_FORBIDDEN', { tool: ctx.toolId, host });
}

function declaredHosts({ tool }: ToolInvokeContext): string[] {
  const hosts: unknown = tool.annotations?.['hosts'];
  return Array.isArray(hosts) ? hosts.map((host) => String(host).toLowerCase()) : [];
}

/** Yields the hosts of all URLs in a value. */
function* hostsIn(value: unknown, seen: Set<object>): Generator<string> {
  if (typeof value === 'string') {
    const host = /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(value) ? hostOf(value) : undefined;
    if (host !== undefined) yield host;
  } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value);
    for (const member of Object.values(value)) yield* hostsIn(member, seen);
  }
}

/** Returns the host of a URL; undefined for an invalid one, which is never allowed. */
function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return '';
  const { hostname, protocol } = new URL(url);
  return protocol === 'file:' ? undefined : hostname.toLowerCase().replace(/\.$/, '');
}

function isHostList(value: unknown): boolean {
  return Array.isArray(value) && value.every((host) => typeof host === 'string' && host !== '');
}
