import { expect, test } from 'vitest';
import { commandRows } from './command-rows.js';
import { loadCommands } from '../main.js';
import { commandLoaders } from './commands.js';

const io = { cwd: '/', env: {} };

test('the overview says of every command what the command says of itself', async () => {
  expect(Object.keys(commandRows)).toEqual(Object.keys(commandLoaders));
  const commands = await Promise.all(Object.values(commandLoaders).map((load) => load()));
  expect(Object.values(commandRows)).toEqual(
    commands.map(({ args, summary, examples: [first] }) => [args, summary, first]),
  );
  const shown = await loadCommands(['--help'], io);
  expect(shown.map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
});

test('a command comes alone, also when help about it is asked for, and behind a flag come all with their flags', async () => {
  expect(await loadCommands(['run', 'x'], io)).toEqual([await commandLoaders.run()]);
  expect(await loadCommands(['help', 'tm'], io)).toEqual([await commandLoaders.tm()]);
  const all = await loadCommands(['--json', 'tm', 'ls'], io);
  expect(all.find(({ name }) => name === 'tm')?.subcommands).toBeDefined();
});
