import { appendFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cliErrors } from '../../cli-errors.js';
import {
  projectErrors,
  describeConfigKeys,
  configFilesIn,
  jsonTemplate,
  typeScriptTemplate,
  writeFileAtomic,
} from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { createStyle } from '../../text/style.js';
import { toTable } from '../../text/table.js';
import { readVersion } from '../../version.js';
import type { Command } from '../command.js';
import { addDependencies } from './add-dependencies.js';

/** `helve init`: a config file to start from. */
export const initCommand: Command = {
  name: 'init',
  args: [],
  summary: 'write a config file with a first tool',
  flags: [
    { name: 'ts', docs: 'write helve.config.ts (default)' },
    { name: 'json', docs: 'write helve.config.json instead' },
    { name: 'force', docs: 'overwrite an existing file' },
  ],
  examples: ['init', 'init --json'],
  notes: () => `Keys of the config:\n${toTable(describeConfigKeys(), { style: createStyle(false), indent: 2 })}`,
  async run({ terminal, flags }) {
    if (flags['ts'] === true && flags['json'] === true)
      throw cliErrors.create('CLI_USAGE', { problem: '--ts and --json exclude each other' });
    const { cwd } = terminal.io;
    const json = flags['json'] === true;
    const file = join(cwd, json ? 'helve.config.json' : 'helve.config.ts');
    const force = flags['force'] === true;
    assertFree(cwd, file, force);
    await writeFileAtomic(file, json ? jsonTemplate() : typeScriptTemplate(), force);
    terminal.notify(`Wrote ${file}`);
    if (await ignoreState(cwd))
      terminal.notify(
        'Added .helve/ to .gitignore, except for flows and terms: the rest is keys and what runs have made',
      );
    const added = json ? [] : await addDependencies(cwd, readVersion());
    if (added.length > 0) terminal.notify(`Added ${added.join(' and ')} to package.json: run \`npm install\``);
    terminal.notify(
      json
        ? 'Try next: add the path of a module to "tools", then `helve tools`'
        : "Try next: helve call greet --name 'world'",
    );
    return ExitCode.done;
  },
};

/** Two config files in one folder would contradict each other, so a second one is refused too. */
function assertFree(cwd: string, file: string, force: boolean): void {
  for (const existing of configFilesIn(cwd)) {
    const other = existing !== file;
    if (!other && force) continue;
    const problem = other ? `${basename(existing)} is already the config of this folder` : 'it is already there';
    const details = other ? { suggestion: `Remove ${basename(existing)} first` } : {};
    throw projectErrors.create('PROJECT_FILE_EXISTS', { file, problem }, { details });
  }
}

/** Everything in `.helve` but the parts that people write: whatever else may be there stays out. */
const ignored = ['.helve/*', '!.helve/flows/', '!.helve/terms/'];

/** Keeps keys and what runs have made out of a repository; false if `.helve` is kept out already. */
async function ignoreState(cwd: string): Promise<boolean> {
  const file = join(cwd, '.gitignore');
  const text = await readFile(file, 'utf8').catch(() => '');
  if (/^\/?\.helve(?:\/\*?)?\s*$/m.test(text)) return false;
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${ignored.join('\n')}\n`);
  return true;
}
