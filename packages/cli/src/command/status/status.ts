import { canonicalLocale } from '@helve/flow';
import { statusFlow, statusRows, type FilesReport } from '@helve/project/run';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { withJsonErrors } from '../../print-failure.js';
import { printJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { runAndShow } from '../run/run.js';
import { readRunFlags, runFlags, toFlagValues } from '../run/run-flags.js';
import { renderStatus } from './render-status.js';
import { sumByLocale, type Status } from './sum-status.js';

const shared: ReadonlySet<string> = new Set([
  'input',
  'existing',
  'only',
  'except',
  'since',
  'changed',
  'watch',
  'source',
  'target',
  'input-format',
  'project',
  'concurrency',
  'keep-going',
  'strict',
  'lenient',
]);

const statusFlags: readonly OwnFlag[] = [
  { name: 'fail-under', value: 'PERCENT', docs: 'exit with 3 if fewer units of some language are translated' },
  { name: 'json', docs: 'print the counts as JSON, and failures too' },
  ...runFlags.filter(({ name }) => shared.has(name)),
];

const notes = `translated  units that are ready
fuzzy       units whose translation waits for a person, or lacks segments or plural forms
changed     units whose source was changed after it was translated: catalogs remember it, and --since REF finds it out
empty       units without a translation
words       words of the source, and those of units that are not ready

Translations of a file such as en.json are found beside it; --existing names another place.
With --since, only files that differ from that git revision are counted, and of files with one language only the keys that do.
Exits with 3 if --fail-under says no: also if a language that --target or the config names has no file.`;

/** `helve status FILES`: how far translations are. */
export const statusCommand: Command = {
  name: 'status',
  args: ['[files...]'],
  summary: 'count what is translated, by file and language',
  flags: statusFlags,
  examples: ['status locales', 'status po --fail-under 95', 'status locales/en.json --target de,fr --json'],
  notes: () => notes,
  configOptional: true,
  async run({ terminal, args, flags, openProjectForRun }) {
    const json = flags['json'] === true;
    return withJsonErrors(json, terminal, async () => {
      const least = readPercent(flagText(flags, 'failUnder'));
      const run = readRunFlags(toFlagValues(flags, statusFlags), args);
      const project = await openProjectForRun({ tools: [] }, flagText(flags, 'project'));
      const { formats, defaults } = project.flow;
      const wanted = (run.request.targetLocales ?? defaults.targetLocales).map(canonicalLocale);
      // Who names files and no languages wants to know of these files alone.
      const expected = run.request.targetLocales !== undefined || run.request.files?.length === 0 ? wanted : [];
      const isMonolingual = (format: string | undefined) =>
        format !== undefined && formats.byId(format)?.kind === 'monolingual';
      const request = { existing: 'auto', ...run.request, to: 'none' };
      let status: Status | undefined;
      const show = (report: FilesReport) => {
        status = sumByLocale(statusRows(report, { wanted, isMonolingual }), expected);
        if (json) printJson(status, terminal);
        else if (!terminal.output.quiet) terminal.print(renderStatus(status, terminal));
      };
      const code = await runAndShow({ project, flow: statusFlow, flags: { ...run, request }, show }, terminal);
      const short = status?.languages.filter(({ percent }) => least !== undefined && percent < least) ?? [];
      for (const { locale, percent, missing } of short)
        terminal.printError(() =>
          missing === true
            ? `${locale}: no file was found`
            : `${locale}: ${percent} % is translated, less than ${String(least)} %`,
        );
      return code === ExitCode.done && short.length > 0 ? ExitCode.checkSaidNo : code;
    });
  },
};

function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw cliErrors.create('CLI_USAGE', { problem: `--fail-under must be a number from 0 to 100, got "${text}"` });
}
