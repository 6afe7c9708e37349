import type { Block, PluralRun, Runs, ToolEntry } from '@helve/flow';
import { dataText, formOf, formsOf, hasForms } from '@helve/flow/content';
import { findingsIn } from '../check/collect-findings.js';
import { poFormat } from '../format/po/format.js';
import { readDocument } from './document-kit.js';
import type { MutationOperator } from './mutation-operators.js';
import { runSteps } from './run-tool.js';

/** A translation that was broken on purpose. */
export interface MutationCase {
  readonly operator: MutationOperator;
  readonly locale: string;
  readonly flags: string | undefined;
  readonly source: string;
  readonly target: string;
  /** The target before it was broken. */
  readonly sound: string;
}

/** Breaks translated blocks in every possible way, at most `count` times in each way, spread over all of them. */
export function mutationCases(
  blocks: readonly Block[],
  operators: readonly MutationOperator[],
  count: number,
): readonly MutationCase[] {
  return operators.flatMap((operator) => {
    const all = blocks.flatMap((block, index) => mutate(block, operator, index));
    return all.filter(
      (_, index) => Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
    );
  });
}

function mutate(block: Block, operator: MutationOperator, seed: number): readonly MutationCase[] {
  const [locale = '', target] = Object.entries(block.targets)[0] ?? [];
  if (!block.translatable || target?.status !== 'translated') return [];
  const pair = prepared(operator, block.source, target.runs);
  if (pair === undefined) return [];
  const { source, target: sound } = pair;
  const matches = [...sound.matchAll(new RegExp(operator.pattern, 'gu'))];
  const match = matches[seed % matches.length];
  // A feature that the source lacks cannot be lost.
  if (match === undefined || !new RegExp(operator.pattern, 'u').test(source)) return [];
  const broken = replaceAt(sound, operator, match.index);
  const flags =
    operator.prepare === 'number' ? 'c-format' : operator.prepare === 'message' ? undefined : block.properties['flags'];
  return broken === sound ? [] : [{ operator, locale, flags, source, target: broken, sound }];
}

/** Replaces the n-th match; matching from the start, so that lookarounds work. */
function replaceAt(text: string, { pattern, replacement }: MutationOperator, index: number): string {
  const sticky = new RegExp(pattern, 'uy');
  sticky.lastIndex = index;
  return text.replace(sticky, replacement);
}

interface Pair {
  readonly source: string;
  readonly target: string;
}

function prepared({ prepare }: MutationOperator, source: Runs, target: Runs): Pair | undefined {
  if (prepare === 'message') return messagePair(source, target);
  if (source.some(hasForms)) return undefined;
  const pair = { source: dataText(source), target: dataText(target) };
  if (prepare === 'wrap') return { source: `<em>${pair.source}</em>`, target: `<em>${pair.target}</em>` };
  return prepare === 'number' ? numberedPair(pair) : pair;
}

/** Numbers `%s of %d` as `%1$s of %2$d`, if both sides have the same in the same order. */
function numberedPair({ source, target }: Pair): Pair | undefined {
  const listed = /(?<!%)%([sd])(?!\w)/g;
  const types = (text: string) => text.match(listed)?.join('');
  if (types(source) === undefined || types(source) !== types(target) || /%[^sd]/.test(source + target))
    return undefined;
  const number = (text: string) => {
    let index = 0;
    return text.replace(listed, (_, type: string) => `%${(index += 1)}$${type}`);
  };
  return { source: number(source), target: number(target) };
}

/** Converts the forms of a catalog to a message with the same forms. */
function messagePair(source: Runs, target: Runs): Pair | undefined {
  const [from, to] = [source[0], target[0]];
  if (from?.kind !== 'plural' || to?.kind !== 'plural') return undefined;
  if (formOf(from, 'one') === formOf(from, 'other')) return undefined;
  const pair = { source: toMessage(from), target: toMessage(to) };
  return /['#]/.test(pair.source + pair.target) ? undefined : pair;
}

function toMessage(run: PluralRun): string {
  const forms = formsOf(run).map(([key, form]) => ` ${key} {${dataText(form).replaceAll(/[{}]/g, '')}}`);
  return `{n, plural,${forms.join('')}}`;
}

/** Lists the cases that the checks find: a rule of the operator reports more than for the sound target. */
export async function findMutations(
  cases: readonly MutationCase[],
  checks: readonly ToolEntry[],
): Promise<readonly { readonly mutation: MutationCase; readonly isFound: boolean }[]> {
  const found: { mutation: MutationCase; isFound: boolean }[] = [];
  for (const locale of new Set(cases.map((each) => each.locale))) {
    const own = cases.filter((each) => each.locale === locale);
    const before = await countFindings(own, ({ sound }) => sound, locale, checks);
    const after = await countFindings(own, ({ target }) => target, locale, checks);
    own.forEach((mutation, index) => {
      found.push({ mutation, isFound: (after[index] ?? 0) > (before[index] ?? 0) });
    });
  }
  return found;
}

/** Writes a catalog of the cases, reads it like any other, and counts the findings of the rules of each case. */
async function countFindings(
  cases: readonly MutationCase[],
  targetOf: (one: MutationCase) => string,
  locale: string,
  checks: readonly ToolEntry[],
): Promise<readonly number[]> {
  const head = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${locale}\\n"\n\n`;
  const messages = cases.map((one, index) => {
    const flags = one.flags === undefined ? '' : `#, ${one.flags}\n`;
    return `${flags}msgctxt "${index}"\nmsgid ${JSON.stringify(one.source)}\nmsgstr ${JSON.stringify(targetOf(one))}\n`;
  });
  const { parts } = await readDocument(poFormat, head + messages.join('\n'), { targetLocale: locale });
  const steps = checks.map(({ name }) => ({ tool: name }));
  const { blocks } = await runSteps(checks, steps, parts, { targets: [locale] });
  const counts = new Map(
    blocks.map((block) => [block.name, findingsIn(block, '', 0).map(({ finding }) => finding.rule)]),
  );
  return cases.map(
    ({ operator }, index) => (counts.get(String(index)) ?? []).filter((rule) => operator.rules.includes(rule)).length,
  );
}
