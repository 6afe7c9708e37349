import { Secret } from '@helve/core';
import { CapabilityInputError } from '@helve/worker';
import { secretWarning } from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { readStdin } from '../read-arguments.js';
import type { Command } from '../command.js';
import { workerVerb } from '../worker/worker-verb.js';

const secretSetCommand = workerVerb({
  name: 'set',
  args: ['<name>', '<key>'],
  summary: 'store a secret of a capability; reads its value from stdin',
  flags: [],
  examples: ['secret set slug SLUG_TOKEN < token.txt'],
  notes: () =>
    'The end of the last line is left out. A value on the command line could be seen by others, so there is none.',
  async run({ terminal, args: [name = '', key = ''], host, running, talk, json }) {
    if (terminal.io.stdin.isTTY === true) terminal.notify('Type the value, then Enter and Ctrl-D');
    const secret = new Secret((await readStdin(terminal.io)).replace(/\r?\n$/, ''));
    await (await host()).manager.setSecret(name, key, secret);
    // The value stays here: the host reads it from where it is kept.
    const refreshed = await (await running())?.('refresh', { capability: name }, talk());
    const warning = secretWarning(key, secret);
    if (warning !== undefined) terminal.notify(warning);
    if (json) terminal.print(JSON.stringify({ capability: name, key, set: true }, undefined, 2));
    else if (refreshed?.reloaded.length) terminal.notify(`Kept "${key}" of "${name}"; new workers run with it`);
    else terminal.notify(`Kept "${key}" of "${name}"; the next worker starts with it`);
    return ExitCode.done;
  },
});

const secretListCommand = workerVerb({
  name: 'ls',
  args: ['<name>'],
  summary: 'list the names of the secrets of a capability',
  flags: [],
  examples: ['secret ls slug'],
  async run({ terminal, args: [name = ''], location, json }) {
    const keys = await location.secrets.list(name);
    if (json) terminal.print(JSON.stringify(keys, undefined, 2));
    else for (const key of keys) terminal.print(key);
    return ExitCode.done;
  },
});

const secretRmCommand = workerVerb({
  name: 'rm',
  args: ['<name>', '<key>'],
  summary: 'remove a secret',
  flags: [],
  examples: ['secret rm slug SLUG_TOKEN'],
  async run({ terminal, args: [name = '', key = ''], host, running, talk, json }) {
    if (!(await (await host()).manager.removeSecret(name, key))) {
      throw new CapabilityInputError(`Cannot forget "${key}" of "${name}": there is no such secret`, {
        fieldsInvalid: ['key'],
      });
    }
    await (
      await running()
    )?.('refresh', { capability: name }, talk());
    if (json) terminal.print(JSON.stringify({ capability: name, key, set: false }, undefined, 2));
    return ExitCode.done;
  },
});

/** `helve secret`: what workers need and nobody else may see. */
export const secretCommand: Command = workerVerb({
  name: 'secret',
  args: [],
  summary: 'store, list and remove the secrets of capabilities',
  flags: [],
  examples: ['secret set slug SLUG_TOKEN < token.txt', 'secret ls slug', 'secret rm slug SLUG_TOKEN'],
  subcommands: [secretSetCommand, secretListCommand, secretRmCommand],
  async run() {
    throw new CapabilityInputError('Cannot guess what to do with secrets: say set, list or rm', { fieldsInvalid: [] });
  },
});
