import { cliErrors } from '../cli-errors.js';
import { ExitCode } from '../exit-code.js';
import { textOf, type Command } from './command.js';

const dayMs = 24 * 60 * 60 * 1000;

/** `helve keys add NAME`: a new key, whose token is printed once. */
export const keysAddCommand: Command = {
  name: 'add',
  args: ['<name>'],
  summary: 'make a key and print its token, this once',
  flags: [
    {
      name: 'role',
      value: 'ROLE',
      several: true,
      docs: 'a role, for rules of your own; "admin" opens every part of the API',
    },
    {
      name: 'scope',
      value: 'SCOPE',
      several: true,
      docs: 'a scope, as helve:approvals, helve:trail, helve:workers, helve:chat, helve:metrics',
    },
    { name: 'tenant', value: 'NAME', docs: 'whom its calls belong to' },
    { name: 'per-minute', value: 'NUMBER', docs: 'how many requests it may make in a minute' },
    { name: 'days', value: 'NUMBER', docs: 'how long it is good for; until it is revoked unless told' },
  ],
  examples: [
    'keys add ci',
    'keys add ops --role admin --days 30',
    'keys add robot --scope helve:trail --per-minute 600',
  ],
  notes:
    () => `Calls with the key are made as the user NAME. Keys of one name are one user: make the new one, change it where
it is used, then revoke the old one.

Every key may list and call tools, as far as \`govern.authorize\` lets its roles and scopes.`,
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openStore }) {
    const { createApiKey } = await import('@helve/gateway');
    const perMinute = wholeOf(flags, 'perMinute', '--per-minute');
    const days = wholeOf(flags, 'days', '--days');
    const tenant = textOf(flags, 'tenant');
    const { key, token } = createApiKey({
      name,
      roles: textsOf(flags['role']),
      scopes: textsOf(flags['scope']),
      ...(tenant === undefined ? {} : { tenant }),
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(days === undefined ? {} : { expiresAtMs: Date.now() + days * dayMs }),
    });
    await (await openStore()).apiKeys.put(key);
    const { hash: _, ...shown } = key;
    if (flags['json'] === true) terminal.print(JSON.stringify({ ...shown, token }, undefined, 2));
    else {
      terminal.print(token);
      terminal.say(`Send it as \`Authorization: Bearer TOKEN\`. It is shown this once; its id is ${key.id}`);
    }
    return ExitCode.done;
  },
};

function textsOf(flag: unknown): readonly string[] {
  return Array.isArray(flag) ? flag.map(String) : [];
}

function wholeOf(flags: Readonly<Record<string, unknown>>, name: string, typed: string): number | undefined {
  const text = textOf(flags, name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw cliErrors.create('CLI_USAGE', { problem: `${typed} must be a whole number above 0, got "${text}"` });
}
