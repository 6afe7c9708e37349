import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileHead, findInputs, type ThreadPool } from '@helve/flow';
import { fileSource, importLines, importTmx, MEMORY_SCHEMA, tmxOptions, type ImportReport } from '@helve/l10n';
import { createThreadPool } from '@helve/worker/pool';
import { cliErrors } from '../cli-errors.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../flow/print-json.js';
import type { Terminal } from '../terminal.js';
import { toTable } from '../text/table.js';
import { toFailureText } from '../text/to-failure-text.js';
import { chosenLanguages, languageFlags } from '../tm/language-flags.js';
import { createTmProgress } from '../tm/tm-progress.js';
import { withNewMemory } from '../tm/open-memory.js';
import { openTmRoom, tmFlag } from '../tm/tm-room.js';
import { ownerFlag } from '../tm/project-flag.js';
import { textOf, type Command } from './command.js';

/** What became of one file. */
interface ImportedFile extends ImportReport {
  readonly file: string;
}

/** `helve tm import FILES`: brings the translations of others into a memory. */
export const tmImportCommand: Command = {
  name: 'import',
  args: ['<files...>'],
  summary: 'bring TMX files, or memories that were exported as lines, into a memory',
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
    const room = await openTmRoom(invocation);
    const languages = chosenLanguages(flags, room.config);
    const { files } = await findInputs(args, terminal.io.cwd);
    if (files.length === 0) throw cliErrors.create('CLI_USAGE', { problem: `no file is called ${args.join(' ')}` });
    const progress = createTmProgress(terminal);
    const imported: ImportedFile[] = [];
    return withThreads((pool) =>
      withNewMemory(room.write, async ({ memory, storage, place }) => {
        for (const { id, path } of files) {
          progress.begin(basename(id));
          const request = {
            source: fileSource(path),
            file: id,
            memory,
            storage,
            languages,
            project: textOf(flags, 'project'),
            now: () => new Date().toISOString(),
            signal: terminal.io.signal,
            progress: ({ bytes, size, units }: { bytes: number; size: number | undefined; units: number }) =>
              progress.show(size === undefined || size === 0 ? -1 : bytes / size, `${units} units`),
          };
          try {
            imported.push({ file: id, ...(await importFile(request, path, pool)) });
          } catch (thrown) {
            if (!terminal.io.signal.aborted) throw thrown;
            terminal.complain((style) => toFailureText(thrown, style));
            return ExitCode.interrupted;
          } finally {
            progress.end();
          }
        }
        progress.done();
        if (terminal.manners.json) printJson({ schema: 'helve.tm/v1', memory: place.name, files: imported }, terminal);
        else showImport(imported, place.name, terminal);
        return ExitCode.done;
      }),
    );
  },
};

/** Works with threads, and ends them. */
async function withThreads<Result>(work: (pool: ThreadPool) => Promise<Result>): Promise<Result> {
  const pool = createThreadPool();
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

type Request = Parameters<typeof importTmx>[0];

/** Below that, a thread costs more than it gains. */
const MIN_THREAD_BYTES = 4 * 1024 * 1024;

async function importFile(request: Request, path: string, pool: ThreadPool): Promise<ImportReport> {
  const head = Buffer.from(fileHead(path)).toString('utf8');
  const { maxBytes } = tmxOptions({});
  return head.trimStart().startsWith('{') && head.includes(MEMORY_SCHEMA)
    ? importLines(request, maxBytes)
    : importTmx(request, tmxOptions({}), threadFor(request, path, pool));
}

/** A second core reads large files while this one writes. */
function threadFor({ source }: Request, path: string, pool: ThreadPool) {
  const isLarge = (source.size ?? 0) >= MIN_THREAD_BYTES && availableParallelism() > 1;
  // From the one file that this package is built into.
  return isLarge ? { pool, module: new URL('../bin/tmx-thread.js', import.meta.url), path } : undefined;
}

function showImport(files: readonly ImportedFile[], name: string, terminal: Terminal): void {
  const rows = files.map(({ file, units, added, updated, unchanged, skipped }) => [
    ...[units, added, updated, unchanged, skipped].map(String),
    file,
  ]);
  const { style, width } = terminal;
  terminal.print(
    toTable(rows, { header: ['UNITS', 'ADDED', 'UPDATED', 'UNCHANGED', 'SKIPPED', 'FILE'], style, width }),
  );
  for (const file of files) for (const line of remarksOn(file)) terminal.say(line);
  terminal.say(`They are in the memory "${name}": look with \`helve tm lookup TEXT\`, or use it with tm-leverage`);
}

function remarksOn({ file, differing, leftOut, remarks }: ImportedFile): readonly string[] {
  const left = Object.entries(leftOut).map(([locale, count]) => `${count} in ${locale}`);
  return [
    ...remarks.map(({ line, column, reason }) => `${file}:${line}:${column}  ${reason}`),
    ...(differing === 0 ? [] : [`${file}: ${differing} units have languages with different inline codes`]),
    ...(left.length === 0
      ? []
      : [`${file}: texts of other languages were left out (${left.join(', ')}); --all-pairs takes them too`]),
  ];
}
