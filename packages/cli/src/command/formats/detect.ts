import type { FormatCandidate, FormatDetection } from '@helve/flow/content';
import { fileHead, findInputs } from '@helve/flow/engine';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';

/** `helve formats detect FILES`: which format a file has, which rule decided, how sure it is and why. */
export const formatsDetectCommand: Command = {
  name: 'detect',
  args: ['<files...>'],
  summary: 'detect the formats of files',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['formats detect app.json', 'formats detect locales --json'],
  configOptional: true,
  async run({ terminal, args, flags, openFlows }) {
    const { formats } = await openFlows();
    const { files } = await findInputs(args, terminal.io.cwd);
    const rows = files.map(({ id, path }) => toRow(id, formats.detect({ path, head: fileHead(path) })));
    if (flags['json'] === true) printJson({ schema: 'helve.formats/v1', files: rows }, terminal);
    else {
      const cells = rows.map((row) => [
        row.file,
        row.format ?? (row.known === null ? '-' : `(${row.known})`),
        row.rule,
        row.confidence.toFixed(2),
        row.problem ?? [...row.reasons, ...rivals(row)].join('; '),
      ]);
      const { style, width } = terminal;
      terminal.print(toTable(cells, { header: ['FILE', 'FORMAT', 'RULE', 'SURE', 'WHY'], style, width }));
    }
    return rows.some(({ format }) => format === null) ? ExitCode.failed : ExitCode.done;
  },
};

/** One file of the answer: its format, or the kind of file that Helve knows but cannot read. */
interface DetectedRow {
  readonly file: string;
  readonly format: string | null;
  readonly known: string | null;
  readonly rule: string;
  readonly confidence: number;
  readonly reasons: readonly string[];
  readonly others: readonly FormatCandidate[];
  readonly problem?: string;
}

/** Other formats that are about as sure as the one that was chosen. */
function rivals({ others, confidence }: DetectedRow): readonly string[] {
  const near = others.filter((other) => confidence - other.confidence < 0.1);
  return near.map(({ id, confidence: sure }) => `it may be ${id} too (${sure.toFixed(2)})`);
}

function toRow(file: string, found: FormatDetection): DetectedRow {
  const { rule, confidence, reasons, others } = found;
  const base = { file, rule, confidence, reasons, others };
  if (found.format !== undefined) {
    const format = found.preset === undefined ? found.format.id : `${found.format.id}:${found.preset}`;
    return { ...base, format, known: format };
  }
  return { ...base, format: null, known: found.known?.id ?? null, problem: found.problem };
}
