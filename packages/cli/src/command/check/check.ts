import { writesContent, type ToolInfo } from '@helve/flow';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { countOf, isPlainObject } from '@helve/core';
import {
  toBaseline,
  toGithub,
  toHtml,
  toJunit,
  toSarif,
  type CheckReport,
  type GateThresholds,
  type Suppression,
} from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { checkIgnore } from '@helve/project';
import { fixFindings, type FilesReport, type FlowEnvironment } from '@helve/project/run';
import { toSortedJson } from '../../text/print-json.js';
import { renderCheck } from '../run/render-check.js';
import { runAndShow } from '../run/run.js';
import { writeApart } from '../run/write-apart.js';
import { toFlagValues, readRunFlags, runFlags } from '../run/run-flags.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { readChoice } from '../../output-options.js';
import { withJsonErrors } from '../../print-failure.js';
import type { Terminal } from '../../terminal.js';
import { readVersion } from '../../version.js';
import { flagText, type Command } from '../command.js';

/** The checks that a plain `helve check` makes besides those of plugins, as far as they are there. */
const usualChecks: readonly string[] = ['qa-check', 'placeholder-check', 'inconsistency-check'];

/** Where a report goes, and what else is in it. */
interface ReportPlace {
  readonly terminal: Terminal;
  readonly annotations: FilesReport['annotations'];
  readonly isFile: boolean;
}

type Render = (check: CheckReport, place: ReportPlace) => string;

/** Minor findings of one rule that the terminal lists: a file that is not translated yet has thousands. */
const MOST_MINOR = 50;

/** Formats of the report, by name. */
const reportFormats = {
  text: (check, { terminal, isFile }) => renderCheck(check, terminal, isFile ? {} : { mostMinor: MOST_MINOR }),
  json: (check, { annotations }) => toSortedJson({ ...check, ...(annotations === undefined ? {} : { annotations }) }),
  sarif: (check) => toSortedJson(toSarif(check, readVersion())),
  junit: toJunit,
  github: toGithub,
  html: (check, { annotations }) => toHtml({ check, annotations }),
} as const satisfies Record<string, Render>;

type ReportFormat = keyof typeof reportFormats;
const reportFormatNames = Object.keys(reportFormats) as readonly ReportFormat[];

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
  'explain',
  'report',
  'annotations',
  'no-fail',
]);

const checkFlags: readonly OwnFlag[] = [
  {
    name: 'check',
    value: 'IDS',
    docs: `checks to run, separated by commas (default: ${usualChecks.join(', ')}, and those of plugins)`,
  },
  { name: 'format', value: 'FORMAT', docs: `format of the report: ${reportFormatNames.join(', ')}` },
  { name: 'json', docs: 'same as --format json' },
  { name: 'output', short: 'o', value: 'FILE', docs: 'write the report to this file instead of stdout' },
  { name: 'fix', docs: 'apply certain fixes to the files, and check again' },
  { name: 'baseline', value: 'FILE', docs: 'baseline file: its findings do not count' },
  { name: 'write-baseline', value: 'FILE', docs: 'write the findings to this baseline file' },
  { name: 'max-critical', value: 'COUNT', docs: 'maximum number of critical findings; -1 for any number' },
  { name: 'max-major', value: 'COUNT', docs: 'maximum number of major findings' },
  { name: 'max-minor', value: 'COUNT', docs: 'maximum number of minor findings' },
  { name: 'min-score', value: 'SCORE', docs: 'minimum score, from 0 to 100' },
  ...runFlags.filter(({ name }) => shared.has(name)),
];

/** `helve check FILES`: checks, a report and a verdict. */
export const checkCommand: Command = {
  name: 'check',
  args: ['[files...]'],
  summary: 'check translations; fail if a quality gate is not met',
  flags: checkFlags,
  examples: [
    'check locales/de.po',
    'check po --check qa-check --max-major 0',
    'check po --format sarif --output findings.sarif',
    'check po --format html --output findings.html',
    'check po --write-baseline known.json',
    'check po --fix',
  ],
  notes: () =>
    'Of catalogs in several languages each is checked in its own; a file with one language is checked against its source, such as de.json\nagainst en.json beside it, and skipped if there is none.\nExits with 3 if a gate says no: any critical or major finding, unless told otherwise.',
  configOptional: true,
  async run({ terminal, args, flags, openProject }) {
    const format =
      flags['json'] === true ? 'json' : (readChoice(flagText(flags, 'format'), 'format', reportFormatNames) ?? 'text');
    return withJsonErrors(format === 'json' || format === 'sarif', terminal, async () => {
      const run = readRunFlags(withoutOutput(toFlagValues(flags, checkFlags)), args);
      const gate = readGate(flags);
      const ignore = await readBaseline(flagText(flags, 'baseline'), terminal);
      const project = await openProject(flagText(flags, 'project'));
      const checks = findChecks(flagText(flags, 'check'), project.flow).map((tool) => ({ tool }));
      const fixes = flags['fix'] === true;
      const known = ignore?.flatMap(({ fingerprint }) => fingerprint ?? []) ?? [];
      const steps = fixes ? [...checks, fixFindings(known), ...checks] : checks;
      const binding = fixes ? { inPlace: true } : { to: 'none' };
      const request = {
        existing: 'auto',
        ...run.request,
        ...binding,
        gate,
        ...(ignore === undefined ? {} : { ignore }),
      };
      return runAndShow(
        {
          project,
          flow: { name: 'check', steps },
          flags: { ...run, request },
          whole: format === 'json' || format === 'html',
          show: async (report) => {
            const { check } = report;
            if (check === undefined) throw noCheck(checks.map(({ tool }) => tool).join(', '));
            if (fixes) terminal.notify(`Changed ${countOf(changedIn(report), 'message')}`);
            await writeBaseline(flagText(flags, 'writeBaseline'), check, report, terminal);
            for (const warning of check.warnings) terminal.notify(warning);
            const output = flagText(flags, 'output');
            const place = { terminal, annotations: report.annotations, isFile: output !== undefined };
            await put(reportFormats[format](check, place), output, report, terminal);
          },
        },
        terminal,
      );
    });
  },
};

/** Counts the messages that were changed. */
function changedIn({ documents }: FilesReport): number {
  return documents.flatMap(({ outputs }) => outputs).reduce((total, { changed }) => total + changed, 0);
}

function withoutOutput(flags: ReturnType<typeof toFlagValues>): ReturnType<typeof toFlagValues> {
  return new Map([...flags].filter(([name]) => name !== 'output'));
}

/** The checks of plugins, as far as they need no parameter that nobody has set. */
function checksOfPlugins({ plugins, tools, defaults }: FlowEnvironment): readonly string[] {
  return plugins
    .flatMap(({ checks }) => checks)
    .filter((id) => {
      const set = defaults.presets?.[id] ?? {};
      return (tools.get(id)?.schema.required ?? []).every((parameter) => Object.hasOwn(set, parameter));
    });
}

function findChecks(named: string | undefined, environment: FlowEnvironment): readonly string[] {
  const { tools } = environment;
  const wanted = named?.split(',').map((id) => id.trim());
  const other = wanted?.find((id) => writes(tools.get(id)));
  if (other !== undefined) throw noCheck(other);
  return wanted ?? [...usualChecks.filter((id) => tools.get(id) !== undefined), ...checksOfPlugins(environment)];
}

function writes(tool: ToolInfo | undefined): boolean {
  return tool !== undefined && writesContent(tool.meta);
}

/** A run that looks at nothing must not pass. */
function noCheck(named: string): Error {
  const suggestion = 'List the tools with `helve tools --all`; those that end in "-check" are checks';
  return cliErrors.create('CLI_USAGE', { problem: `--check names no check: "${named}"` }, { details: { suggestion } });
}

function readGate(flags: Readonly<Record<string, unknown>>): Partial<GateThresholds> {
  const names = ['maxCritical', 'maxMajor', 'maxMinor', 'minScore'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = flagText(flags, name);
      if (text === undefined) return [];
      const value = Number(text);
      const holds = name === 'minScore' ? value >= 0 && value <= 100 : Number.isInteger(value) && value >= -1;
      if (holds && text.trim() !== '') return [[name, value]];
      const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw cliErrors.create('CLI_USAGE', { problem: `--${flag} must be a number, got "${text}"` });
    }),
  );
}

async function readBaseline(file: string | undefined, { io }: Terminal): Promise<readonly Suppression[] | undefined> {
  if (file === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(resolve(io.cwd, file), 'utf8'));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw cliErrors.create('CLI_INPUT_INVALID', { source: `"${file}"`, problem }, { cause, details: baselineHint });
  }
  const list: unknown = isPlainObject(value) ? value['ignore'] : value;
  const findings = checkIgnore(list, 'ignore');
  if (findings.length === 0) return list as readonly Suppression[];
  throw cliErrors.create(
    'CLI_INPUT_INVALID',
    { source: `"${file}"`, problem: 'it is not a baseline' },
    { details: { ...baselineHint, findings } },
  );
}

const baselineHint = { suggestion: 'Write one with `helve check FILES --write-baseline FILE`' };

async function writeBaseline(
  file: string | undefined,
  check: CheckReport,
  report: FilesReport,
  { io, notify }: Terminal,
): Promise<void> {
  if (file === undefined) return;
  const ignore = toBaseline(check, 'It was there when the baseline was written');
  await writeApart(resolve(io.cwd, file), `${toSortedJson({ schema: 'helve.baseline/v1', ignore })}\n`, report);
  notify(`Wrote ${countOf(ignore.length, 'finding')} to ${file}`);
}

async function put(text: string, file: string | undefined, report: FilesReport, terminal: Terminal): Promise<void> {
  if (file !== undefined) await writeApart(resolve(terminal.io.cwd, file), `${text}\n`, report);
  else if (!terminal.output.quiet) terminal.print(text);
}
