import { isPlainObject } from '@helve/core';
import { isMergeReport, type MergeReport, type NamedRun } from '@helve/project/run';
import { ExitCode } from '../../exit-code.js';
import { readChoice } from '../../output-options.js';
import { withJsonErrors } from '../../print-failure.js';
import type { Terminal } from '../../terminal.js';
import { printJson, toSortedJson } from '../../text/print-json.js';
import { readVersion } from '../../version.js';
import { flagText, type Command } from '../command.js';
import { callWithProgress } from '../run/call-with-progress.js';
import { mergeFlags, mergeFormats, readMergeFlags } from './merge-flags.js';
import { mergeSarif } from './merge-sarif.js';
import { renderMerge } from './render-merge.js';

const notes = `RETURNED are files, folders or patterns; formats and languages may mix. Each unit finds its way home by what
\`helve extract\` wrote beside it. A unit is applied if its source is still the one that went out, its codes
and forms are whole, and nobody else has changed its translation since; all others are listed and left alone.
Merging twice equals merging once, and the order of files does not matter.`;

/** `helve merge RETURNED`: translations into the files that they were extracted from. */
export const mergeCommand: Command = {
  name: 'merge',
  args: ['<returned...>'],
  summary: 'merge translations that came back from translators',
  flags: mergeFlags,
  examples: [
    'merge exchange/75230cba5a3c6c1f',
    'merge returned/*.xlf --check',
    'merge returned --min-state reviewed --report refused.json',
    'merge de.xlf --on-stale draft --allow damaged',
  ],
  notes: () => notes,
  configOptional: true,
  async run({ terminal, args, flags, openProjectForRun }) {
    const format =
      flags['json'] === true ? 'json' : (readChoice(flagText(flags, 'format'), 'format', mergeFormats) ?? 'table');
    return withJsonErrors(format !== 'table', terminal, async () => {
      const request = readMergeFlags(flags, args);
      const project = await openProjectForRun(toNamedRun(request, terminal));
      const trustExec = flagText(flags, 'trustExec');
      const report = mergeAnswer(
        await callWithProgress(project, { tool: 'l10n.merge', input: request, trustExec }, terminal),
      );
      if (format === 'json') printJson(report, terminal);
      else if (format === 'sarif') terminal.print(toSortedJson(mergeSarif(report, readVersion())));
      else if (!terminal.output.quiet || !report.clean) terminal.print(renderMerge(report, terminal));
      return exitCodeOf(report);
    });
  },
};

function exitCodeOf({ clean, status }: MergeReport): ExitCode {
  if (clean) return ExitCode.done;
  return status === 'checked' ? ExitCode.checkSaidNo : ExitCode.failed;
}

/** The tools that a merge needs: those of its flow, and no others. */
function toNamedRun({ flow }: ReturnType<typeof readMergeFlags>, { io }: Terminal): NamedRun {
  return typeof flow === 'string' ? { flow, cwd: io.cwd } : { tools: [] };
}

function mergeAnswer(data: unknown): MergeReport {
  if (isPlainObject(data) && isMergeReport(data)) return data;
  throw new TypeError('Cannot show the merge: its answer is not a report');
}
