import { countOf } from '@helve/core';
import { extname, resolve } from 'node:path';
import { writeCsv, writeJson, writeTbx, type Termbase } from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { localeFlag } from '../tm/language-flags.js';
import { openTerms, pieces, writeChunks } from '@helve/project/term';
import { chosenTerms, termsFlag } from './terms-flag.js';
import { projectLocation, flagText, type Command, type Invocation } from '../command.js';
import { outputFile } from '../output-file.js';
import { termsOfReport } from './report.js';

const formats = ['csv', 'tbx', 'martif', 'json'] as const;
type ExportFormat = (typeof formats)[number];

/** `helve terms export [FILE]`: writes terms as CSV, TBX or JSON. */
export const termsExportCommand: Command = {
  name: 'export',
  args: ['[file]'],
  summary: 'write terms as CSV, TBX or JSON, to a file or to stdout',
  flags: [
    termsFlag,
    {
      name: 'format',
      value: 'FORMAT',
      docs: 'csv, tbx, martif (the older TBX) or json (default: by file extension)',
    },
    {
      name: 'report',
      value: 'FILE',
      docs: 'report of a run: export the candidates that ai-terminology found instead',
    },
    { name: 'from', value: 'LOCALE', docs: 'for CSV: locale of the column "source"' },
    { name: 'to', value: 'LOCALE', docs: 'for CSV: locale of the column "target"' },
  ],
  examples: [
    'terms export terms.tbx',
    'terms export de.csv --from en --to de',
    'terms export --format json',
    'terms export candidates.csv --report run.json',
  ],
  notes: () =>
    'Candidates are proposed terms: leave in the file what is one, and take it over with `helve terms import`.',
  configOptional: true,
  async run(invocation) {
    const { terminal, flags, args } = invocation;
    const file = outputFile(args);
    const terms = await termsToWrite(invocation);
    const format = readFormat(file, flags);
    const chunks = renderChunks(terms, format, { from: localeFlag(flags, 'from'), to: localeFlag(flags, 'to') });
    if (file === undefined) {
      for (const piece of pieces(chunks)) terminal.io.stdout.write(piece);
      return ExitCode.done;
    }
    await writeChunks(resolve(terminal.io.cwd, file), chunks);
    const totals = { file, format, concepts: terms.concepts.length };
    if (terminal.output.json) printJson({ schema: 'helve.terms/v1', ...totals }, terminal);
    else terminal.print(`${file}: ${countOf(totals.concepts, 'concept')} as ${format}`);
    return ExitCode.done;
  },
};

async function termsToWrite(invocation: Invocation): Promise<Termbase> {
  const terms = await openTerms(projectLocation(invocation));
  const { flags, terminal } = invocation;
  const report = flagText(flags, 'report');
  if (report === undefined) return chosenTerms(terms, invocation);
  if (flagText(flags, 'terms') !== undefined) throw wrong('--report and --terms are two places to take terms from');
  return termsOfReport(report, terminal.io.cwd, terms.sourceLocale);
}

function renderChunks(
  terms: Termbase,
  format: ExportFormat,
  locales: { readonly from: string | undefined; readonly to: string | undefined },
): Iterable<string> {
  if ((locales.from === undefined) !== (locales.to === undefined)) throw wrong('--from and --to belong together');
  if (format === 'csv') return writeCsv(terms, locales);
  if (locales.from !== undefined) throw wrong(`--from and --to choose the columns of csv, and not of ${format}`);
  if (format === 'json') return writeJson(terms);
  return writeTbx(terms, format === 'martif' ? 'martif' : 'v3');
}

function readFormat(file: string | undefined, flags: Invocation['flags']): ExportFormat {
  const name = flagText(flags, 'format') ?? (file === undefined ? 'csv' : extname(file).slice(1).toLowerCase());
  const format = formats.find((each) => each === name);
  if (format === undefined) throw wrong(`--format is one of ${formats.join(', ')}, not "${name}"`);
  return format;
}

function wrong(problem: string): Error {
  return cliErrors.create('CLI_USAGE', { problem });
}
