import { isToolError, nearestNames } from '@helve/core';
import type { ContentLoss, LossNote } from '@helve/flow';
import type { FormatResolver } from '@helve/flow/content';
import { fileHead, findInputs } from '@helve/flow/engine';
import { checkRoundTrip, fileFindings, fileSource, l10nErrors } from '@helve/l10n';
import { didYouMean } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import { flagText, type Command } from '../command.js';

/** Result of one file. */
interface CheckedFile {
  readonly file: string;
  readonly format: string | null;
  readonly identical: boolean;
  readonly error?: string;
  /** Violations of the format that were passed over. */
  readonly repaired?: readonly Repair[];
}

interface Repair {
  readonly message: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** `helve formats check FILES`: whether files come back byte for byte when nothing is changed. */
export const formatsCheckCommand: Command = {
  name: 'check',
  args: ['<files...>'],
  summary: 'check that files survive reading and writing byte for byte',
  flags: [
    { name: 'format', value: 'ID[:PRESET]', docs: 'format of the files, instead of the detected one' },
    { name: 'lenient', docs: 'read XLIFF 2 files that break rules of the standard, and report each violation' },
    { name: 'json', docs: 'as JSON' },
  ],
  examples: ["formats check 'locales/**/*.json'", 'formats check po --format po --json'],
  notes: () => 'Nothing is written. Exits with 3 if a file is refused or would differ.',
  configOptional: true,
  async run({ terminal, args, flags, openFlows }) {
    const json = flags['json'] === true;
    const { formats } = await openFlows();
    const formatId = flagText(flags, 'format');
    const isLenient = flags['lenient'] === true;
    assertKnown(formatId, formats);
    const found = await findInputs(args, terminal.io.cwd);
    const files: CheckedFile[] = [];
    for (const { id, path } of found.files)
      files.push(await checkFile(id, path, { formatId, formats, isLenient }, terminal.io.signal));
    for (const { file, repaired = [] } of files)
      for (const repair of repaired) terminal.notify(repairLine(file, repair));
    const identical = files.filter((file) => file.identical).length;
    if (json) printJson({ schema: 'helve.formats/v1', total: files.length, identical, files }, terminal);
    else {
      const rows = files.map(({ file, format, identical: same, error }) => [
        same ? 'identical' : error === undefined ? 'differs' : 'refused',
        file,
        format ?? '-',
        error ?? '',
      ]);
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header: ['RESULT', 'FILE', 'FORMAT', 'WHY'], style, width }));
      terminal.notify(`${identical} of ${files.length} are byte-identical`);
    }
    if (terminal.io.signal.aborted) return ExitCode.interrupted;
    return identical === files.length ? ExitCode.done : ExitCode.checkSaidNo;
  },
};

interface CheckSetting {
  readonly formatId: string | undefined;
  readonly formats: FormatResolver;
  readonly isLenient: boolean;
}

function repairLine(file: string, { message, line = 1, column = 1 }: Repair): string {
  return `${file}:${line}:${column}: ${message}`;
}

async function checkFile(
  file: string,
  path: string,
  { formatId, formats, isLenient }: CheckSetting,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const head = fileHead(path);
  const found = formats.detect({ path, head, ...(formatId === undefined ? {} : { formatId }) });
  if (found.format === undefined) return { file, format: null, identical: false, error: found.problem };
  const format = found.format.id;
  try {
    const losses: ContentLoss[] = [];
    const lose = (loss: LossNote) => void losses.push({ ...loss, document: file, step: '' });
    const options = isLenient && Object.hasOwn(found.format.options.properties, 'lenient') ? { lenient: true } : {};
    const { identical } = await checkRoundTrip(fileSource(path), found.format, {
      document: file,
      signal,
      lose,
      options,
    });
    const repaired = fileFindings(losses).map(({ finding: { message }, line, column }) => ({ message, line, column }));
    return { file, format, identical, ...(repaired.length === 0 ? {} : { repaired }) };
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    return { file, format, identical: false, error: thrown.message };
  }
}

function assertKnown(formatId: string | undefined, formats: FormatResolver): void {
  const [id] = formatId?.split(':') ?? [];
  if (id === undefined || formats.byId(id) !== undefined) return;
  const near = nearestNames(
    id,
    formats.list().map((format) => format.id),
  );
  throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: id }, { details: didYouMean(near) });
}
