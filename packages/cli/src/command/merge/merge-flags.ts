import { targetStatuses } from '@helve/flow';
import { failingResults } from '@helve/l10n/run';
import { fallbacks, type MergeRequest } from '@helve/project/run';
import { cliErrors } from '../../cli-errors.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { readChoice } from '../../output-options.js';
import { flagText } from '../command.js';
import { withoutUndefined } from '../run/run-flags.js';

/** Formats of the report. */
export const mergeFormats = ['table', 'json', 'sarif'] as const;

/** Flags of `helve merge`. */
export const mergeFlags: readonly OwnFlag[] = [
  {
    name: 'output',
    short: 'o',
    value: 'TEMPLATE',
    docs: 'paths of the translations, such as locales/{lang}.json (default: auto, those that are there)',
  },
  { name: 'in-place', docs: 'write translations to the files that they are in; same as -o auto' },
  {
    name: 'layout',
    value: 'LAYOUT',
    docs: 'keep the layout of the translation (target, default), or take that of the source',
  },
  { name: 'batch', value: 'ID', docs: 'batch of returned files that name none' },
  { name: 'on-stale', value: 'CHOICE', docs: 'units whose source has changed since: skip (default), draft or apply' },
  { name: 'on-codes', value: 'CHOICE', docs: 'lost codes at the edges of a text: reject (default) or repair' },
  {
    name: 'on-conflict',
    value: 'CHOICE',
    docs: 'where both sides have changed, keep the existing (default), the returned or the newer translation',
  },
  { name: 'min-state', value: 'STATE', docs: `minimum state of a translation: ${targetStatuses.join(', ')}` },
  { name: 'set-state', value: 'STATE', docs: 'state that merged translations get' },
  {
    name: 'allow',
    value: 'RESULTS',
    docs: `results that are no failure, separated by commas: ${failingResults.join(', ')}`,
  },
  { name: 'complete', docs: 'fail if units are missing' },
  { name: 'prune', docs: 'remove entries of translations that their source does not have' },
  {
    name: 'fallback',
    value: 'CHOICE',
    docs: 'units without a translation in a new file: source, empty or omit (default: as the format expects it)',
  },
  { name: 'flow', value: 'NAME', docs: 'flow whose steps run between merging and writing' },
  {
    name: 'tm',
    value: 'NAME',
    docs: 'translation memory that learns merged translations (default: that of the project)',
  },
  { name: 'no-tm', docs: 'keep merged translations out of the translation memory' },
  { name: 'atomic', docs: 'write no file unless all can be written' },
  { name: 'overwrite', docs: 'replace files that are not translations of the merged files' },
  { name: 'check', docs: 'write nothing; exit 3 if the merge would not be clean' },
  { name: 'report', value: 'FILE', docs: 'write a report with the texts that were not merged, for the translator' },
  { name: 'format', value: 'FORMAT', docs: `format of the report: ${mergeFormats.join(', ')}` },
  { name: 'trust-exec', value: 'DIGEST', docs: 'allow the programs and scripts with this digest' },
  { name: 'json', docs: 'print the report as JSON, and failures too' },
];

/** Makes the request of a merge from its flags. */
export function readMergeFlags(flags: Readonly<Record<string, unknown>>, files: readonly string[]): MergeRequest {
  const text = (name: string) => flagText(flags, name);
  const isSet = (name: string) => flags[name] === true || undefined;
  if (flags['inPlace'] === true && text('output') !== undefined)
    throw cliErrors.create('CLI_USAGE', { problem: '--in-place and -o name two places; use one of them' });
  const choices = withoutUndefined({
    output: text('output'),
    layout: readChoice(text('layout'), 'layout', ['target', 'source'] as const),
    batch: text('batch'),
    onStale: readChoice(text('onStale'), 'on-stale', ['skip', 'draft', 'apply'] as const),
    onCodes: readChoice(text('onCodes'), 'on-codes', ['reject', 'repair'] as const),
    onConflict: readChoice(text('onConflict'), 'on-conflict', ['existing', 'returned', 'newer'] as const),
    minState: readChoice(text('minState'), 'min-state', targetStatuses),
    setState: readChoice(text('setState'), 'set-state', targetStatuses),
    allow: text('allow')
      ?.split(',')
      .flatMap((kind) => readChoice(kind.trim(), 'allow', failingResults) ?? []),
    complete: isSet('complete'),
    prune: isSet('prune'),
    fallback: readChoice(text('fallback'), 'fallback', fallbacks),
    flow: text('flow'),
    tm: text('tm'),
    noTm: flags['tm'] === false || flags['noTm'] === true ? true : undefined,
    atomic: isSet('atomic'),
    overwrite: isSet('overwrite'),
    check: isSet('check'),
    report: text('report'),
  });
  return { files, ...choices };
}
