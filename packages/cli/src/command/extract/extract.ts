import { resolve } from 'node:path';
import { isPlainObject } from '@helve/core';
import { writeFileAtomic } from '@helve/project';
import { isExtractReport, type ExtractReport, type NamedRun } from '@helve/project/run';
import { ExitCode } from '../../exit-code.js';
import { withJsonErrors } from '../../print-failure.js';
import type { Terminal } from '../../terminal.js';
import { printJson, toSortedJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { callWithProgress } from '../run/call-with-progress.js';
import { extractFlags, readExtractFlags } from './extract-flags.js';
import { renderExtract } from './render-extract.js';

const notes = `FILES are files, folders or patterns; without them, the \`content\` of the config is taken.
Each source file and target becomes one file in exchange/BATCH/LANG. A manifest in .helve/exchange/BATCH
remembers by hashes what went out, so that \`helve merge\` can bring translations back; it holds no text.
Extracting again with nothing changed writes nothing.`;

/** `helve extract FILES`: texts as files for translators. */
export const extractCommand: Command = {
  name: 'extract',
  args: ['[files...]'],
  summary: 'extract texts into files for translators',
  flags: extractFlags,
  examples: [
    'extract locales/en.json --target de,fr',
    'extract --project --to xlsx --only new,changed',
    'extract docs --target de --flow translate --split-words 2000',
    'extract locales/en.json --target de --to po --explain',
  ],
  notes: () => notes,
  configOptional: true,
  async run({ terminal, args, flags, openProjectForRun }) {
    const json = flags['json'] === true;
    return withJsonErrors(json, terminal, async () => {
      const request = readExtractFlags(flags, args);
      const project = await openProjectForRun(toNamedRun(request, terminal));
      const trustExec = flagText(flags, 'trustExec');
      const report = extractAnswer(
        await callWithProgress(project, { tool: 'l10n.extract', input: request, trustExec }, terminal),
      );
      await writeLosses(flagText(flags, 'losses'), report, terminal);
      for (const { path, reason } of report.skipped) terminal.notify(`Skipped ${path}: ${reason}`);
      if (json) printJson(report, terminal);
      else if (!terminal.output.quiet) terminal.print(renderExtract(report, terminal));
      return ExitCode.done;
    });
  },
};

/** The tools that an extraction needs: those of its flow, and no others. */
function toNamedRun({ flow, segment }: ReturnType<typeof readExtractFlags>, { io }: Terminal): NamedRun {
  if (typeof flow === 'string') return { flow, cwd: io.cwd };
  return { tools: segment === true ? ['segmentation'] : [] };
}

function extractAnswer(data: unknown): ExtractReport {
  if (isPlainObject(data) && isExtractReport(data)) return data;
  throw new TypeError('Cannot show the extraction: its answer is not a report');
}

async function writeLosses(
  file: string | undefined,
  { format, losses }: ExtractReport,
  { io }: Terminal,
): Promise<void> {
  if (file === undefined) return;
  const text = toSortedJson({ schema: 'helve.losses/v1', format, losses });
  await writeFileAtomic(resolve(io.cwd, file), `${text}\n`, true);
}
