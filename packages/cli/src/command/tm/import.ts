import { countOf } from '@helve/core';
import { basename } from 'node:path';
import { findInputs } from '@helve/flow/engine';
import { fileSource, type ImportReport } from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { toFailureText } from '../../text/to-failure-text.js';
import { chosenLanguages, languageFlags } from './language-flags.js';
import { importFile, withThreads, withNewMemory } from '@helve/project/memory';
import { createTmProgress } from './tm-progress.js';
import { chosenMemories, tmFlag } from './tm-flag.js';
import { ownerFlag } from './project-flag.js';
import { flagText, type Command } from '../command.js';

/** Result of one file. */
interface ImportedFile extends ImportReport {
  readonly file: string;
}

/** `helve tm import FILES`: brings the translations of others into a memory. */
export const tmImportCommand: Command = {
  name: 'import',
  args: ['<files...>'],
  summary: 'import TMX files, or memories exported as ndjson, into a memory',
  flags: [tmFlag, ...languageFlags, ownerFlag],
  examples: [
    'tm import vendor.tmx',
    'tm import vendor.tmx --tm vendor --from en --to de,fr',
    'tm import eu.tmx --all-pairs --json',
  ],
  notes: () =>
    'Files of any size are read in constant memory. Importing a file twice adds nothing. Readers of the memory never wait.',
  configOptional: true,
  async run(invocation) {
    const { terminal, args, flags } = invocation;
    const memories = await chosenMemories(invocation);
    const languages = chosenLanguages(flags, memories.config);
    const { files } = await findInputs(args, terminal.io.cwd);
    if (files.length === 0) throw cliErrors.create('CLI_USAGE', { problem: `no file is called ${args.join(' ')}` });
    const progress = createTmProgress(terminal);
    const imported: ImportedFile[] = [];
    return withThreads((pool) =>
      withNewMemory(memories.write, async ({ memory, storage, location }) => {
        for (const { id, path } of files) {
          progress.begin(basename(id));
          const request = {
            source: fileSource(path),
            file: id,
            memory,
            storage,
            languages,
            project: flagText(flags, 'project'),
            now: () => new Date().toISOString(),
            signal: terminal.io.signal,
            progress: ({ bytes, size, units }: { bytes: number; size: number | undefined; units: number }) =>
              progress.show(size === undefined || size === 0 ? -1 : bytes / size, countOf(units, 'unit')),
          };
          try {
            imported.push({ file: id, ...(await importFile(request, path, pool)) });
          } catch (thrown) {
            if (!terminal.io.signal.aborted) throw thrown;
            terminal.printError((style) => toFailureText(thrown, style));
            return ExitCode.interrupted;
          } finally {
            progress.end();
          }
        }
        progress.done();
        if (terminal.output.json)
          printJson({ schema: 'helve.tm/v1', memory: location.name, files: imported }, terminal);
        else showImport(imported, location.name, terminal);
        return ExitCode.done;
      }),
    );
  },
};

function showImport(files: readonly ImportedFile[], name: string, terminal: Terminal): void {
  const rows = files.map(({ file, units, added, updated, unchanged, skipped }) => [
    ...[units, added, updated, unchanged, skipped].map(String),
    file,
  ]);
  const { style, width } = terminal;
  terminal.print(
    toTable(rows, { header: ['UNITS', 'ADDED', 'UPDATED', 'UNCHANGED', 'SKIPPED', 'FILE'], style, width }),
  );
  for (const file of files) for (const line of remarksOn(file)) terminal.notify(line);
  terminal.notify(`They are in the memory "${name}": look with \`helve tm lookup TEXT\`, or use it with tm-leverage`);
}

function remarksOn({ file, differing, leftOut, remarks }: ImportedFile): readonly string[] {
  const left = Object.entries(leftOut).map(([locale, count]) => `${count} in ${locale}`);
  return [
    ...remarks.map(({ line, column, reason }) => `${file}:${line}:${column}  ${reason}`),
    ...(differing === 0 ? [] : [`${file}: languages with different inline codes in ${countOf(differing, 'unit')}`]),
    ...(left.length === 0
      ? []
      : [`${file}: texts of other languages were left out (${left.join(', ')}); --all-pairs takes them too`]),
  ];
}
