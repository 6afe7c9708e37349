import { nearestNames } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { didYouMean, type Project, type CollectedTool, toolScope } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { readCount } from '../../flags/read-count.js';
import { flagText, type Command } from '../command.js';

const dayMs = 24 * 60 * 60 * 1000;

/** `helve keys add NAME`: a new key, whose token is printed once. */
export const keysAddCommand: Command = {
  name: 'add',
  args: ['<name>'],
  summary: 'create a key and print its token, only this once',
  flags: [
    {
      name: 'role',
      value: 'ROLE',
      several: true,
      docs: 'role of the key, for your own rules; "admin" has the scopes of every part of the API',
    },
    {
      name: 'scope',
      value: 'SCOPE',
      several: true,
      docs: 'scope of the key, for your own rules or for a part of the API, such as helve:flows',
    },
    {
      name: 'tool',
      value: 'ID',
      several: true,
      docs: 'built-in tool that the key may use on texts without helve:flows',
    },
    { name: 'tenant', value: 'NAME', docs: 'tenant that its calls belong to' },
    {
      name: 'trust-elicitation',
      docs: 'people use its MCP clients: their answers count as approvals by a person',
    },
    { name: 'per-minute', value: 'NUMBER', docs: 'maximum number of requests per minute' },
    { name: 'days', value: 'NUMBER', docs: 'number of days that it is valid (default: until it is revoked)' },
  ],
  examples: [
    'keys add ci',
    'keys add ops --role admin --days 30',
    'keys add robot --scope helve:flows --per-minute 600',
  ],
  notes:
    () => `Calls with the key are made as the user NAME. Keys of one name are one user: make the new one, change it where
it is used, then revoke the old one.

Every key may call the project's own tools, as far as \`govern.authorize\` lets its roles and scopes. Scopes open more:
  helve:flows      run flows, and use every tool that touches files
  helve:files      read and write the files of the project
  helve:settings   see and change settings, keys and exposure
  helve:approvals  see and decide what waits for a person
  helve:trail      read the calls of others
  helve:workers    see and configure workers
  helve:chat       talk to a model that uses the tools
  helve:jobs       see the jobs and runs of others
  helve:metrics    read the metrics`,
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openStore, openProject }) {
    const { areaScopes, createApiKey } = await import('@helve/project/serve');
    const scopes = toTexts(flags['scope']);
    assertScopes(scopes, areaScopes);
    const granted = toTexts(flags['tool']);
    if (granted.length > 0) assertTools(granted, (await openProject()).origins);
    const perMinute = countFlag(flags, 'perMinute', 'per-minute');
    const days = countFlag(flags, 'days', 'days');
    const tenant = flagText(flags, 'tenant');
    const { key, token } = createApiKey({
      name,
      roles: toTexts(flags['role']),
      scopes: [...scopes, ...granted.map(toolScope)],
      ...(tenant === undefined ? {} : { tenant }),
      ...(flags['trustElicitation'] === true ? { elicitation: 'trusted' as const } : {}),
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(days === undefined ? {} : { expiresAtMs: Date.now() + days * dayMs }),
    });
    await (await openStore()).apiKeys.put(key);
    const { hash: _, ...shown } = key;
    if (flags['json'] === true) terminal.print(JSON.stringify({ ...shown, token }, undefined, 2));
    else {
      terminal.print(token);
      terminal.notify(`Send it as \`Authorization: Bearer TOKEN\`. It is shown this once; its id is ${key.id}`);
    }
    return ExitCode.done;
  },
};

/** A misspelt scope of Helve would open nothing, and nobody would know why. */
function assertScopes(scopes: readonly string[], known: readonly string[]): void {
  const unknown = scopes.find((scope) => scope.startsWith('helve:') && !known.includes(scope));
  if (unknown === undefined) return;
  const problem = `there is no scope "${unknown}"; known are ${known.join(', ')}`;
  throw cliErrors.create('CLI_USAGE', { problem }, { details: didYouMean(nearestNames(unknown, known, 1)) });
}

/** Only the flow tools that work on texts are granted by name; for others it would open nothing. */
function assertTools(ids: readonly string[], origins: Project['origins']): void {
  const known = [...origins].filter(([, { kind, audience }]) => kind === 'flow' && audience === undefined);
  const names = known.map(([id]) => id);
  const refused = ids.find((id) => !names.includes(id));
  if (refused === undefined) return;
  const origin = origins.get(refused);
  const why = origin === undefined ? 'there is no such tool' : whyNot(origin);
  const details = origin === undefined ? didYouMean(nearestNames(refused, names, 1)) : {};
  throw cliErrors.create('CLI_USAGE', { problem: `--tool cannot grant "${refused}": ${why}` }, { details });
}

function whyNot({ kind, audience }: Pick<CollectedTool, 'kind' | 'audience'>): string {
  if (kind !== 'flow') return 'every key may call it already, as far as the rules of the project let it';
  return audience === 'steps' ? 'it works as a step of a flow only' : 'it needs --scope helve:flows';
}

function toTexts(flag: unknown): readonly string[] {
  return Array.isArray(flag) ? flag.map(String) : [];
}

function countFlag(flags: Readonly<Record<string, unknown>>, name: string, flag: string): number | undefined {
  const text = flagText(flags, name);
  return text === undefined ? undefined : readCount(text, flag);
}
