import { resolve } from 'node:path';
import { isPlainObject } from '@helve/core';
import { writeFileAtomic } from '@helve/project';
import type { ConvertReport } from '@helve/project/run';
import { ExitCode } from '../../exit-code.js';
import { withJsonErrors } from '../../print-failure.js';
import { printJson, toSortedJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { callRecord, recordData } from '../run/call-record.js';
import { openStandard } from '../run/standard-input.js';
import { assertApart } from '../run/write-apart.js';
import { convertFlags, readConvertFlags } from './convert-flags.js';
import { lossLines, renderConvert } from './render-convert.js';

const notes = `FILES are files, folders or patterns, or - for stdin.
A new file is written for each language of a format with one language, for each translation of a format with two,
and for all languages together otherwise. Everything that the new format cannot hold is counted on stderr.

Keys that a format cannot have are mapped, and noted so that the way back restores them. Two keys that meet are an error.
Documents (HTML, Markdown, DOCX …) become exchange files only; \`helve merge\` brings their translations back.

Exits with 1 if a file cannot be converted, or with --strict if anything would be lost; 2 if the usage is wrong.`;

/** `helve convert FILES --to FORMAT`: files of one format as new files of another. */
export const convertCommand: Command = {
  name: 'convert',
  args: ['[files...]'],
  summary: 'convert files to another format',
  flags: convertFlags,
  examples: [
    'convert locale/de.po --to json',
    'convert Localizable.xcstrings --to androidxml -o app/src/main/res/values/strings.xml',
    'convert res/values/strings.xml --existing auto --to xliff2 -o exchange/{lang}.xlf',
    'convert en.json --to applestrings --placeholders apple -o auto',
    'convert messages.properties --to po --target de --explain',
  ],
  notes: () => notes,
  configOptional: true,
  async run({ terminal, args, flags, openProjectForRun }) {
    const json = flags['json'] === true;
    return withJsonErrors(json, terminal, async () => {
      const request = readConvertFlags(flags, args);
      const losses = flagText(flags, 'losses');
      const file = losses === undefined ? undefined : resolve(terminal.io.cwd, losses);
      if (file !== undefined)
        assertApart(
          file,
          request.files.map((path) => resolve(terminal.io.cwd, path)),
        );
      const project = await openProjectForRun({ tools: [] });
      const standard = await openStandard(request, terminal);
      try {
        const door = { cwd: terminal.io.cwd, agrees: async () => false, ...(standard && { standard }) };
        const response = await callRecord(project, { tool: 'l10n.convert', input: request, door }, terminal);
        const report = readReport(recordData(response));
        if (file !== undefined) await writeLosses(file, report);
        show(report, json, terminal);
      } finally {
        await standard?.close();
      }
      return ExitCode.done;
    });
  },
};

function readReport(answer: unknown): ConvertReport {
  if (isPlainObject(answer) && answer['schema'] === 'helve.convert/v1') return answer as unknown as ConvertReport;
  throw new TypeError('Cannot show the conversion: its answer is not a report');
}

async function writeLosses(file: string, { losses, outputs }: ConvertReport): Promise<void> {
  assertApart(
    file,
    outputs.map(({ path }) => path),
  );
  await writeFileAtomic(file, `${toSortedJson({ schema: 'helve.losses/v1', losses })}\n`, true);
}

/** One result goes to stdout as it is; the losses are told beside it. */
function show(report: ConvertReport, json: boolean, terminal: Parameters<typeof renderConvert>[1]): void {
  if (json) return printJson(report, terminal);
  for (const line of lossLines(report)) terminal.notify(line);
  for (const { path, reason } of report.skipped) terminal.notify(`Skipped: ${path} (${reason})`);
  if (report.content !== undefined) terminal.io.stdout.write(report.content);
  else if (!terminal.output.quiet) terminal.print(renderConvert(report, terminal));
}
