import { countOf } from '@helve/core';
import { relative } from 'node:path';
import { isTokenLeft, type DocumentReport } from '@helve/flow/engine';
import { fileFindings } from '@helve/l10n/run';
import type { CheckReport } from '@helve/l10n';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { renderAnnotations } from './render-annotations.js';
import { renderCheck } from './render-check.js';
import { renderReport } from './render-report.js';
import type { ExplainedRun, FilesReport, RunRequest } from '@helve/project/run';

/** So many findings are shown with a run that was asked for more than checks. */
const SHOWN_FINDINGS = 20;

/** Writes the report of a run for a person: files, counts, findings and losses. */
export function renderRun(report: FilesReport, terminal: Terminal): string {
  const { io, style, width } = terminal;
  const table = (rows: readonly (readonly string[])[]) => toTable(rows, { style, width, indent: 2 });
  const { documents, reports, lossCounts, check, annotations, unchanged = 0 } = report;
  const losses = Object.entries(lossCounts).map(([kind, count]) => [kind, String(count)]);
  return [
    ...(documents.length === 0
      ? []
      : [
          toTable(
            documents.flatMap((document) => documentRows(document, io.cwd)),
            {
              header: ['STATUS', 'FILE', 'FORMAT', 'BLOCKS', 'OUTPUT'],
              style,
              width,
            },
          ),
        ]),
    ...(unchanged === 0 ? [] : [`${countOf(unchanged, 'file')} unchanged`]),
    ...(annotations === undefined || documents.length === 0 ? [] : [renderAnnotations(annotations, terminal)]),
    ...Object.entries(reports).map(([tool, value]) => `${style.bold(tool)}\n${renderReport(value, { style, width })}`),
    ...(losses.length === 0 ? [] : [`${style.bold('losses')}\n${table(losses)}`]),
    ...(check === undefined || !isWorthShowing(check, documents)
      ? []
      : [renderCheck(check, terminal, { most: SHOWN_FINDINGS })]),
  ].join('\n\n');
}

/** Nothing found is an answer only where nothing else was done. */
function isWorthShowing({ findings, pass }: CheckReport, documents: FilesReport['documents']): boolean {
  const wroteNothing = documents.length > 0 && documents.every(({ outputs }) => outputs.length === 0);
  return findings.length > 0 || !pass || wroteNothing;
}

/** Lists the problems of a run, one line each. */
export function runProblems({ status: whole, documents, quarantine, skipped, losses }: FilesReport): string[] {
  return [
    ...documentProblems(documents, whole),
    ...quarantine.blocks.map(
      ({ document, block, tool, error }) => `${document}: "${tool}" left block "${block}" alone: ${error.message}`,
    ),
    ...tokensLeft(losses).map(
      ([document, count]) => `${document}: ${countOf(count, 'token')} left for secrets that the vault does not know`,
    ),
    ...losses.flatMap(shapeLine),
    ...(selectsNothing(documents) ? ['No block has a key that --only and --except leave'] : []),
    ...documents.flatMap(({ status, pairs = [] }) => (status === 'failed' ? [] : pairs.flatMap(orphanLine))),
    ...skipped.map(({ path, reason }) => `${path}: skipped, ${reason}`),
  ];
}

/** Lists what went wrong with documents; those that were cancelled since another failed are counted. */
function documentProblems(documents: FilesReport['documents'], whole: FilesReport['status']): readonly string[] {
  const told = documents.filter(({ status }) => whole === 'cancelled' || status !== 'cancelled');
  const cancelled = documents.length - told.length;
  return [
    ...told.flatMap(({ document, error }) => (error === undefined ? [] : [`${document}: ${error.message}`])),
    ...(cancelled === 0
      ? []
      : [
          `${countOf(cancelled, 'other file')} ${cancelled === 1 ? 'was' : 'were'} not finished; --keep-going continues with other files if one fails`,
        ]),
  ];
}

/** Tells why an entry was not put into an existing translation. */
function shapeLine({ document, kind, detail }: FilesReport['losses'][number]): readonly string[] {
  const { reason, key, problem } = detail;
  if (kind !== 'block-skipped' || reason !== 'shape' || typeof key !== 'string' || typeof problem !== 'string')
    return [];
  return [`${document}: "${key}" was not put into its translation: ${problem}`];
}

/** Lists what is good to know about a run and no problem, one line each. */
export function runNotes(
  { documents, losses, check, unmatched = [] }: FilesReport,
  { redo = [] }: Pick<RunRequest, 'redo'>,
): string[] {
  const isRedone = redo.includes('changed') || redo.includes('fuzzy');
  const written = isRedone ? [] : documents.filter(({ outputs }) => outputs.length > 0);
  return [
    // A check lists them among its findings.
    ...(check === undefined ? repairLines(losses) : []),
    ...unmatched.map(({ template, locale }) => `--existing "${template}" leads to no file for "${locale}"`),
    ...written.flatMap(({ pairs = [] }) => pairs.flatMap(changedLine)),
  ];
}

/** Tells where files were read although they break rules of their format. */
function repairLines(losses: FilesReport['losses']): readonly string[] {
  const found = fileFindings(losses);
  const lines = found
    .slice(0, SHOWN_FINDINGS)
    .map(({ file, line = 1, column = 1, finding }) => `${file}:${line}:${column}: ${finding.message}`);
  const more = found.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

/** Counts the texts of a translation whose source has changed since. */
function changedLine({ id, changed = 0 }: NonNullable<DocumentReport['pairs']>[number]): readonly string[] {
  if (changed === 0) return [];
  const isOne = changed === 1;
  const count = `${countOf(changed, 'translation')} ${isOne ? 'is older than its source' : 'are older than their sources'}`;
  return [`${id}: ${count}; --redo changed replaces ${isOne ? 'it' : 'them'}`];
}

/** True when keys were chosen and no block has one of them: most likely they are misspelt. */
export function selectsNothing(documents: FilesReport['documents']): boolean {
  return documents.length > 0 && documents.every(isUnselected);
}

/** True for a document with blocks of which none was selected. */
function isUnselected({ status, blocks, unselected = 0 }: FilesReport['documents'][number]): boolean {
  return status === 'ok' && blocks > 0 && unselected === blocks;
}

/** Number of orphans that a line names. */
const SHOWN_ORPHANS = 5;

/** Names the keys of a translation that its source has not, and tells what became of them. */
function orphanLine({ id, orphans, keepsOrphans }: NonNullable<DocumentReport['pairs']>[number]): readonly string[] {
  if (orphans.length === 0) return [];
  const names = orphans.slice(0, SHOWN_ORPHANS).map((name) => `"${name}"`);
  const more = orphans.length > SHOWN_ORPHANS ? ', …' : '';
  const count = `${countOf(orphans.length, 'key')} ${orphans.length === 1 ? 'is' : 'are'}`;
  const fate = keepsOrphans === undefined ? '' : keepsOrphans ? ', kept' : ', removed';
  return [`${id}: ${count} not in the source${fate}: ${names.join(', ')}${more}`];
}

/** Counts the tokens left in each document. */
function tokensLeft(losses: FilesReport['losses']): readonly (readonly [document: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { document, detail } of losses.filter(isTokenLeft))
    counts.set(document, (counts.get(document) ?? 0) + Number(detail['count'] ?? 1));
  return [...counts];
}

/** Writes the explanation of a run for a person. */
export function renderExplanation(explained: ExplainedRun, { style, width }: Terminal): string {
  const table = (rows: readonly (readonly string[])[]) => toTable(rows, { style, width, indent: 2 });
  const { name, flow, locales, bindings, passes, steps, annotations, files, resources, planHash, prompts } = explained;
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : [`${style.bold(title)}\n${table(rows)}`];
  const stepRows = steps.flatMap((step) => [
    [
      step.node,
      step.tool,
      `version ${step.version}, ${step.cardinality}${step.capability === undefined ? '' : `, ${step.capability}`}`,
    ],
    ['', 'runs for', step.localeSets.map((set) => `[${set.join(' ')}]`).join(' ')],
    ...textRow('needs', step.consumes),
    ...textRow('gives', step.produces),
    ...textRow('touches', step.effects),
    ...textRow('requires', step.requires),
    ['', 'config', JSON.stringify(step.config)],
    ['', 'fingerprint', step.fingerprint],
  ]);
  return [
    `${style.bold(name)} (${flow}), ${locales.source} → ${locales.targets.join(' ') || 'no target'}, plan ${planHash}`,
    ...section(
      'bindings',
      Object.entries(bindings).map(([side, { kind, reason }]) => [side, kind, reason]),
    ),
    ...section('passes', passes.length === 0 ? [] : [[passes.map((set) => `[${set.join(' ')}]`).join(' ')]]),
    ...section('steps', stepRows),
    ...section('annotations', annotations.map(plannedRow)),
    ...section(
      'resources',
      resources.map((resource) => [resource]),
    ),
    ...section(
      'files',
      files.map(({ input, format, outputs }) => [input, format, outputs.join(' ') || 'no output']),
    ),
    ...(prompts ?? []).map(
      ({ node, tool, name: what, digest, text }) =>
        `${style.bold(`prompt of ${node} ${tool}, ${what}`)}, digest ${digest}\n${text.replaceAll(/^/gm, '  ')}`,
    ),
    ...(prompts?.length === 0 ? ['No step asks a model'] : []),
  ].join('\n\n');
}

/** An annotation that a run would make: its kind, what it is about, and the steps that make it. */
function plannedRow({ type, kind, side, layer, steps }: ExplainedRun['annotations'][number]): string[] {
  const about = kind === type ? `on the ${side}` : `${type} on the ${side}`;
  return [kind, layer === undefined ? about : `${about}, layer ${layer}`, `by ${steps.join(', ')}`];
}

function textRow(name: string, values: readonly string[]): string[][] {
  return values.length === 0 ? [] : [['', name, values.join(' ')]];
}

function documentRows(
  { status, document, format = '', blocks, outputs }: FilesReport['documents'][number],
  cwd: string,
): string[][] {
  const first = [status, document, format, String(blocks)];
  if (outputs.length === 0) return [[...first, '-']];
  return outputs.map(({ path, changed, untranslated = 0 }, index) => {
    const counts = untranslated === 0 ? `${changed} changed` : `${changed} changed, ${untranslated} untranslated`;
    const name = path === undefined ? 'the store' : relative(cwd, path);
    return [...(index === 0 ? first : ['', '', '', '']), `${name} (${counts})`];
  });
}
