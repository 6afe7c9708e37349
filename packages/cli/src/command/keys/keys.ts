import type { ApiKey } from '@helve/govern';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';
import { keysAddCommand } from './add.js';
import { keysRevokeCommand } from './revoke.js';

const keysLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the keys; their tokens are not stored',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['keys ls', 'keys ls --json'],
  configOptional: true,
  async run({ terminal, flags, openStore }) {
    const keys = (await (await openStore()).apiKeys.list()).map(withoutHash);
    if (flags['json'] === true) terminal.print(JSON.stringify(keys, undefined, 2));
    else if (keys.length === 0) terminal.notify('There are no keys');
    else {
      const rows = keys.map(({ id, name, roles, scopes, perMinute, createdAtMs, lastUsedAtMs, tenant, ...rest }) => [
        id,
        name,
        tenant ?? '',
        renderState(rest),
        [...roles, ...scopes].join(' '),
        perMinute === undefined ? '' : String(perMinute),
        renderDay(createdAtMs),
        renderDay(lastUsedAtMs),
      ]);
      const header = ['ID', 'NAME', 'TENANT', 'STATE', 'ROLES AND SCOPES', 'PER MINUTE', 'MADE', 'USED'];
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header, style, width }));
    }
    return ExitCode.done;
  },
};

/** `helve keys`: who may call over HTTP. */
export const keysCommand: Command = {
  ...keysLsCommand,
  name: 'keys',
  summary: 'create, list and revoke keys for `helve serve --auth keys`',
  examples: ['keys add ci', 'keys add ops --role admin', 'keys ls', 'keys revoke 5d41402abc4b'],
  subcommands: [keysLsCommand, keysAddCommand, keysRevokeCommand],
};

function withoutHash(key: ApiKey): Omit<ApiKey, 'hash'> {
  const { hash: _, ...shown } = key;
  return shown;
}

function renderState({
  revokedAtMs,
  expiresAtMs,
}: {
  readonly revokedAtMs?: number;
  readonly expiresAtMs?: number;
}): string {
  if (revokedAtMs !== undefined) return 'revoked';
  if (expiresAtMs === undefined) return 'good';
  return expiresAtMs <= Date.now() ? 'expired' : `until ${renderDay(expiresAtMs)}`;
}

function renderDay(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
