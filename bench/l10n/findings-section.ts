import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataText, hasForms } from '@helve/flow/content';
import {
  checkMessages,
  findErrors,
  injectedKinds,
  injectErrors,
  soundMessages,
  type InjectedError,
  type SoundMessage,
} from '@helve/l10n/testing';
import { toolkitPython } from '../flow/peers.js';
import { catalogFolder, catalogs, checkCatalogs, isSerious } from './check-variants.js';
import { largeFiles } from './large-files.js';
import { pofilterErrors } from './pofilter-errors.js';

const names = ['qa-check', 'placeholder-check', 'inconsistency-check'];
const ERRORS_PER_KIND = 12;
const formats = ['po', 'json', 'xliff', 'xliff2'] as const;
const judgedFile = join('bench', 'l10n', 'findings-judged.tsv');

/** One line of the table: what was measured, its value, and what is promised. */
type Row = readonly [name: string, value: string, promise: string, isKept: boolean];

/** Measures true findings on catalogs that people ship, missed errors, and the cost of many files. */
export async function findings(): Promise<boolean> {
  const rows = [...(await trueFindings()), ...(await injectedErrors()), ...(await largeFiles())];
  console.log('\nFindings of a plain `helve check`');
  for (const [name, value, promise, isKept] of rows)
    console.log(`  ${isKept ? '✓' : '✗'} ${name.padEnd(64)} ${value.padStart(16)}   ${promise}`);
  return rows.every(([, , , isKept]) => isKept);
}

interface Judged {
  readonly key: string;
  readonly verdict: string;
}

/** Findings that a person read: the file, the fingerprint, the rule, and whether it is true. */
function readJudged(): readonly Judged[] {
  if (!existsSync(judgedFile)) return [];
  const [, ...lines] = readFileSync(judgedFile, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, key = '', , verdict = ''] = line.split('\t');
    return { key, verdict };
  });
}

async function trueFindings(): Promise<readonly Row[]> {
  if (catalogFolder() === undefined) return [];
  const { units, found } = await checkCatalogs(names);
  const judged = new Map(readJudged().map(({ key, verdict }) => [key, verdict]));
  const isTrue = (fingerprint: string) => judged.get(fingerprint) === 'true';
  const untrue = (isMeant: (severity: string) => boolean) =>
    found.filter(({ finding }) => isMeant(finding.severity) && !isTrue(finding.fingerprint)).length;
  const serious = new Set(
    found
      .filter((one) => isSerious(one) && !isTrue(one.finding.fingerprint))
      .map(({ file, block }) => `${file} ${block}`),
  );
  const sample = found.filter(({ finding }) => judged.has(finding.fingerprint));
  const right = sample.filter(({ finding }) => isTrue(finding.fingerprint)).length;
  const critical = (untrue((severity) => severity === 'critical') / units) * 100;
  const flagged = (serious.size / units) * 100;
  return [
    ['translated units of real catalogs, findings', `${units}, ${found.length}`, '', true],
    ['critical findings that are not judged true', `${critical.toFixed(3)} %`, '≤ 0.1 % of units', critical <= 0.1],
    ['units flagged major or critical, not judged true', `${flagged.toFixed(3)} %`, '≤ 1 %', flagged <= 1],
    ['findings read by a person that are true', `${right} of ${sample.length}`, '≥ 80 %', right >= sample.length * 0.8],
  ];
}

async function injectedErrors(): Promise<readonly Row[]> {
  const messages = await soundOnly([...soundMessages, ...(await catalogMessages())]);
  const errors = await findErrors(
    formats.flatMap((format) =>
      injectErrors(
        messages.filter((message) => message.format === format),
        injectedKinds,
        ERRORS_PER_KIND,
      ),
    ),
  );
  const shareOf = (own: readonly { readonly isFound: boolean }[]) =>
    own.filter(({ isFound }) => isFound).length / own.length;
  const told = errors.map((error) => ({ error, isFound: error.found.length > 0 }));
  const rows = formats.map((format): Row => {
    const own = told.filter(({ error }) => error.sound.format === format);
    const share = shareOf(own);
    return [
      `errors of ${kindsIn(own.map(({ error }) => error))} kinds put into ${format}, found (${own.length})`,
      `${(share * 100).toFixed(1)} %`,
      '≥ 90 %',
      share >= 0.9,
    ];
  });
  printMissed(told.filter(({ isFound }) => !isFound).map(({ error }) => error));
  const kinds = Math.min(...formats.map((format) => kindsIn(errors.filter(({ sound }) => sound.format === format))));
  return [['kinds of errors in each format', `≥ ${kinds}`, '≥ 60', kinds >= 60], ...rows, ...pofilterRows(errors)];
}

function kindsIn(errors: readonly InjectedError[]): number {
  return new Set(errors.map(({ kind }) => kind.name)).size;
}

/** Leaves out messages that have findings as they are. */
async function soundOnly(messages: readonly SoundMessage[]): Promise<readonly SoundMessage[]> {
  const found = await checkMessages(messages);
  return messages.filter((_, index) => found[index]?.length === 0);
}

function printMissed(errors: readonly InjectedError[]): void {
  const counts = new Map<string, number>();
  for (const { kind } of errors) counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1);
  for (const [name, count] of [...counts].toSorted((one, other) => other[1] - one[1]))
    console.log(`  missed ${count} of "${name}"`);
}

/** Plain messages of the catalogs, as they are in the file. */
async function catalogMessages(): Promise<readonly SoundMessage[]> {
  if (catalogFolder() === undefined) return [];
  return (await catalogs()).flatMap(({ parts, locale }) =>
    parts.flatMap((part) => {
      if (part.kind !== 'block' || !part.block.translatable || part.block.source.some(hasForms)) return [];
      const { source, targets, properties } = part.block;
      const target = dataText(Object.values(targets)[0]?.runs ?? []);
      return [{ format: 'po', locale, source: dataText(source), target, flags: properties['flags'] } as const];
    }),
  );
}

/** Puts the errors of catalogs to the checks of pofilter, with their defaults. */
function pofilterRows(errors: readonly InjectedError[]): readonly Row[] {
  const own = errors.filter(({ sound }) => sound.format === 'po');
  if (toolkitPython() === undefined) return [['pofilter: errors put into po, found', 'not installed', '', true]];
  const found = pofilterErrors(own).filter(Boolean).length;
  return [
    [`pofilter: errors put into po, found (${own.length})`, `${((found / own.length) * 100).toFixed(1)} %`, '', true],
  ];
}
