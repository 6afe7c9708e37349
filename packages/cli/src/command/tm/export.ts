import { countOf } from '@helve/core';
import { resolve } from 'node:path';
import type { ByteSink } from '@helve/flow/content';
import { writeOutput } from '@helve/flow/engine';
import { exportLines, exportTmx, type ExportReport } from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { projectErrors } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { readChoice } from '../../output-options.js';
import { chosenLanguages, languageFlags } from './language-flags.js';
import { stdoutSink } from './stdout-sink.js';
import { createTmProgress } from './tm-progress.js';
import { withMemory } from '@helve/project/memory';
import { chosenMemories, tmFlag } from './tm-flag.js';
import { onlyProjectFlag } from './project-flag.js';
import { readVersion } from '../../version.js';
import { flagText, type Command } from '../command.js';
import { outputFile } from '../output-file.js';

/** `helve tm export`: hands a memory to others. */
export const tmExportCommand: Command = {
  name: 'export',
  args: ['[file]'],
  summary: 'export a memory as TMX 1.4b, or as lossless lines of JSON',
  flags: [
    tmFlag,
    ...languageFlags,
    onlyProjectFlag,
    { name: 'format', value: 'FORM', docs: 'tmx or ndjson (default: by file extension, else tmx)' },
  ],
  examples: ['tm export memory.tmx', 'tm export --from en --to de > en-de.tmx', 'tm export backup.ndjson --all-pairs'],
  notes: () =>
    'Without a file, or with -, it is written to standard output. ndjson is the form without any loss (helve.memory/v1).',
  configOptional: true,
  async run(invocation) {
    const { terminal, args, flags } = invocation;
    const file = outputFile(args);
    const form = chooseForm(flagText(flags, 'format'), file);
    if (file === undefined && terminal.output.json) {
      const suggestion = 'Name a file: `helve tm export memory.tmx --json`';
      throw cliErrors.create(
        'CLI_USAGE',
        { problem: '--json and the memory cannot both go to standard output' },
        { details: { suggestion } },
      );
    }
    const memories = await chosenMemories(invocation);
    const languages = chosenLanguages(flags, memories.config);
    const project = flagText(flags, 'project');
    const progress = createTmProgress(terminal);
    return withMemory(memories.write, async ({ storage, location }) => {
      const { entries } = await storage.stats();
      progress.begin(location.name);
      const write = (sink: ByteSink): Promise<ExportReport> =>
        (form === 'tmx' ? exportTmx : exportLines)({
          storage,
          sink,
          languages,
          ...(project !== undefined && { filter: { project } }),
          version: readVersion(),
          now: () => new Date().toISOString(),
          signal: terminal.io.signal,
          progress: (done) => progress.show(entries === 0 ? -1 : done / entries, entriesOf(done)),
        });
      const report = await (
        file === undefined ? write(stdoutSink(terminal.io.stdout)) : writeFile(resolve(terminal.io.cwd, file), write)
      ).finally(() => progress.end());
      progress.done();
      if (terminal.output.json)
        printJson({ schema: 'helve.tm/v1', memory: location.name, file, form, ...report }, terminal);
      else for (const line of remarksOn(report, file)) terminal.notify(line);
      return ExitCode.done;
    });
  },
};

type Form = 'tmx' | 'ndjson';

function chooseForm(named: string | undefined, file: string | undefined): Form {
  const chosen = readChoice(named, 'format', ['tmx', 'ndjson']);
  return chosen ?? (file !== undefined && /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'tmx');
}

/** The file appears whole or not at all. */
async function writeFile(path: string, write: (sink: ByteSink) => Promise<ExportReport>): Promise<ExportReport> {
  try {
    return await writeOutput(path, write);
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    throw projectErrors.create('PROJECT_WRITE_FAILED', { file: path, problem: cause.message }, { cause });
  }
}

const lossTexts = {
  forms: 'plural or select forms, written as text',
  reference: 'places for other blocks, written as codes',
  'control-character': 'characters that XML cannot hold, written as \uFFFD',
};

function entriesOf(count: number): string {
  return countOf(count, 'entry', 'entries');
}

function remarksOn({ entries, skipped, losses }: ExportReport, file: string | undefined): readonly string[] {
  return [
    `Wrote ${entriesOf(entries)} to ${file === undefined ? 'the output' : `"${file}"`}`,
    ...(skipped === 0
      ? []
      : [`Left out ${entriesOf(skipped)} that lack the languages asked for; --all-pairs takes them too`]),
    ...Object.entries(losses).map(
      ([loss, count]) => `In ${entriesOf(count)}: ${lossTexts[loss as keyof typeof lossTexts]}`,
    ),
  ];
}
