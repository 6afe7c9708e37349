import { targetStatuses, type TargetStatus } from '@helve/flow';
import { keyStyles, placeholderDialectNames, pluralFolds } from '@helve/l10n/run';
import type { ConvertRequest } from '@helve/project/run';
import { cliErrors } from '../../cli-errors.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { readChoice } from '../../output-options.js';
import { flagText } from '../command.js';
import { readLocales, withoutUndefined } from '../run/run-flags.js';

/** Flags of `helve convert`. */
export const convertFlags: readonly OwnFlag[] = [
  { name: 'to', value: 'FORMAT[:PRESET]', docs: 'format of the new files' },
  {
    name: 'output',
    short: 'o',
    value: 'TEMPLATE',
    docs: 'output path with {dir} {name} {ext} {lang} {relpath}, a folder, or auto for the places of the platform; without it, one result goes to stdout',
  },
  { name: 'source', value: 'LOCALE', docs: 'source locale (default: that of the file, else of the project)' },
  { name: 'target', value: 'LOCALES', docs: 'languages to write, separated by commas (default: those of the files)' },
  {
    name: 'existing',
    value: 'TEMPLATE',
    docs: 'paths of existing translations of files with one language, with {lang}, or auto to find them',
  },
  { name: 'input-format', value: 'ID[:PRESET]', docs: 'format of the files, instead of the detected one' },
  { name: 'keys', value: 'STYLE', docs: `style of the keys: ${keyStyles.join(', ')}` },
  {
    name: 'placeholders',
    value: 'DIALECT',
    docs: `notation of the placeholders: keep, ${placeholderDialectNames.join(', ')}`,
  },
  {
    name: 'fold-plurals',
    value: 'HOW',
    docs: 'write plural forms as the one for other numbers (other), as an ICU message (icu), or as a key for each (keys)',
  },
  { name: 'only', value: 'STATUSES', docs: `only translations with these statuses: ${targetStatuses.join(', ')}` },
  { name: 'losses', value: 'FILE', docs: 'write everything that was lost to this file, as JSON' },
  { name: 'overwrite', docs: 'allow outputs to replace files that are not read' },
  { name: 'strict', docs: 'fail, and write nothing, if anything would be lost' },
  { name: 'explain', docs: 'show what would be written and lost, without writing it' },
  { name: 'json', docs: 'print the report as JSON, and failures too' },
];

type Flags = Readonly<Record<string, unknown>>;

/** Reads the flags of `helve convert` as the request that they stand for. */
export function readConvertFlags(flags: Flags, files: readonly string[]): ConvertRequest {
  const to = flagText(flags, 'to');
  if (to === undefined)
    throw cliErrors.create(
      'CLI_USAGE',
      { problem: '--to names no format' },
      { details: { suggestion: 'Name one, such as --to xliff2; `helve formats` lists them' } },
    );
  if (files.length === 0) throw cliErrors.create('CLI_USAGE', { problem: 'there are no files to convert' });
  const placeholders = readChoice(flagText(flags, 'placeholders'), 'placeholders', [
    'keep',
    ...placeholderDialectNames,
  ] as const);
  const chosen = withoutUndefined({
    output: flagText(flags, 'output'),
    sourceLocale: readLocales(flagText(flags, 'source'), 'source')?.[0],
    targetLocales: readLocales(flagText(flags, 'target'), 'target'),
    existing: flagText(flags, 'existing'),
    format: flagText(flags, 'inputFormat'),
    keys: readChoice(flagText(flags, 'keys'), 'keys', keyStyles),
    placeholders,
    foldPlurals: readChoice(flagText(flags, 'foldPlurals'), 'fold-plurals', pluralFolds),
    only: readStatuses(flagText(flags, 'only')),
    overwrite: flags['overwrite'] === true || undefined,
    strict: flags['strict'] === true || undefined,
    explain: flags['explain'] === true || undefined,
  });
  return { files, to, ...chosen };
}

function readStatuses(text: string | undefined): readonly TargetStatus[] | undefined {
  return text?.split(',').flatMap((status) => readChoice(status.trim(), 'only', targetStatuses) ?? []);
}
