import { exchangeFormats, unitKinds } from '@helve/l10n/run';
import type { ExtractRequest } from '@helve/project/run';
import { cliErrors } from '../../cli-errors.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { readChoice } from '../../output-options.js';
import { flagText } from '../command.js';
import { readCount, readLocales, withoutUndefined } from '../run/run-flags.js';

/** Flags of `helve extract`. */
export const extractFlags: readonly OwnFlag[] = [
  { name: 'project', docs: 'extract the `content` of the config; same as naming no files' },
  {
    name: 'to',
    value: 'FORMAT',
    docs: `format of the exchange files: ${exchangeFormats.join(', ')} (default: xliff2)`,
  },
  { name: 'xliff-version', value: 'VERSION', docs: 'version of XLIFF 2: 2.0, 2.1 or 2.2 (default)' },
  { name: 'source', value: 'LOCALE', docs: 'source locale' },
  { name: 'target', value: 'LOCALES', docs: 'target locales, separated by commas (default: those of the project)' },
  { name: 'output', short: 'o', value: 'DIR', docs: 'folder of the exchange files (default: exchange/BATCH)' },
  {
    name: 'existing',
    value: 'TEMPLATE',
    docs: 'existing translations to send along, such as locales/{lang}.json (default: auto, which finds them)',
  },
  { name: 'input-format', value: 'ID[:PRESET]', docs: 'format of the files, instead of the detected one' },
  {
    name: 'only',
    value: 'KINDS',
    docs: `units to extract, separated by commas: ${unitKinds.join(', ')} (default: all)`,
  },
  { name: 'since-batch', value: 'ID', docs: 'batch to compare with: extract units whose text is new since' },
  { name: 'flow', value: 'NAME', docs: 'flow whose steps run between reading and writing' },
  { name: 'segment', docs: 'split texts into sentences' },
  { name: 'split', value: 'COUNT', docs: 'maximum number of units in a file' },
  { name: 'split-words', value: 'COUNT', docs: 'maximum number of source words in a file' },
  { name: 'join', docs: 'write one file for each target' },
  { name: 'dedupe', docs: 'extract texts that occur several times once' },
  { name: 'context', value: 'COUNT', docs: 'name this many neighbours of each unit on each side' },
  { name: 'show-locked', docs: 'show texts that are not to be translated, marked as such' },
  { name: 'with-source', docs: 'store the bytes of the files with the batch' },
  { name: 'note', value: 'TEXT', docs: 'note for translators' },
  { name: 'batch', value: 'ID', docs: 'id of the batch, in hex (default: from its content)' },
  { name: 'losses', value: 'FILE', docs: 'write what the format cannot hold to this file, as JSON' },
  { name: 'strict', docs: 'fail, and write nothing, if anything would be lost' },
  { name: 'explain', docs: 'show what would be written and lost without writing it' },
  { name: 'trust-exec', value: 'DIGEST', docs: 'allow the programs and scripts with this digest' },
  { name: 'json', docs: 'print the report as JSON, and failures too' },
];

/** Makes the request of an extraction from its flags. */
export function readExtractFlags(flags: Readonly<Record<string, unknown>>, files: readonly string[]): ExtractRequest {
  const text = (name: string) => flagText(flags, name);
  const isSet = (name: string) => flags[name] === true || undefined;
  if (flags['project'] === true && files.length > 0)
    throw cliErrors.create('CLI_USAGE', {
      problem: '--project takes the files of the config; name either it or files',
    });
  return withoutUndefined({
    files: files.length === 0 ? undefined : files,
    to: readChoice(text('to'), 'to', exchangeFormats),
    xliffVersion: readChoice(text('xliffVersion'), 'xliff-version', ['2.0', '2.1', '2.2'] as const),
    sourceLocale: readLocales(text('source'), 'source')?.[0],
    targetLocales: readLocales(text('target'), 'target'),
    output: text('output'),
    existing: text('existing'),
    format: text('inputFormat'),
    only: text('only')
      ?.split(',')
      .flatMap((kind) => readChoice(kind.trim(), 'only', unitKinds) ?? []),
    sinceBatch: text('sinceBatch'),
    flow: text('flow'),
    segment: isSet('segment'),
    split: readCount(text('split'), 'split'),
    splitWords: readCount(text('splitWords'), 'split-words'),
    join: isSet('join'),
    dedupe: isSet('dedupe'),
    context: readCount(text('context'), 'context'),
    showLocked: isSet('showLocked'),
    withSource: isSet('withSource'),
    note: text('note'),
    batch: text('batch'),
    strict: isSet('strict'),
    explain: isSet('explain'),
  });
}
