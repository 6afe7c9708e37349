import type { LocaleId, PluralKey, PluralRun, Runs, SelectRun } from '@helve/flow';
import { dataText, formsOf } from '@helve/flow/content';
import { membersOf, type TreeContainer, type TreeMember } from '../json/json-tree.js';
import { planMembers } from '../plural/plan-members.js';
import { readingOf, withCase } from '../plural/plural-reading.js';
import { memberOf, textOf } from './catalog.js';
import type { JsonNode, ObjectNode } from './json-node.js';
import { devicePivot } from './localization.js';

/** Request to write content as a localization. */
export interface LocalizationRequest {
  readonly runs: Runs;
  readonly state: string;
  /** Language whose categories plurals get; absent keeps those of the content. */
  readonly locale: LocaleId | undefined;
  /** Localizations that tell how substitutions are written: that of the language itself, then the source. */
  readonly models: readonly TreeMember[];
  /** Receives forms that the language has no use for. */
  lose(forms: readonly PluralKey[]): void;
}

/** Converts content to a localization: a text, its variations, or a text with substitutions. */
export function localizationNode(request: LocalizationRequest): ObjectNode {
  const { runs } = request;
  const plurals = runs.filter((run) => run.kind === 'plural');
  const isSubstituted = plurals.length > 1 || plurals.some((run) => isSubstitution(run, request));
  const parts = isSubstituted ? substituted(runs, plurals, request) : varied(runs, request);
  return objectNode(parts, (key) => !['stringUnit', 'variations', 'substitutions'].includes(key));
}

/** True for a plural that is known as a substitution, or names its number as only substitutions do. */
function isSubstitution(run: PluralRun, request: LocalizationRequest): boolean {
  if (substitution(run.pivot, request) !== undefined) return true;
  return formsOf(run).some(([, form]) => form.some((code) => code.kind === 'ph' && code.data === '%arg'));
}

/** A text, or variations of it by device, then by number. */
function varied(runs: Runs, request: LocalizationRequest): Record<string, JsonNode> {
  const select = runs.find((run): run is SelectRun => run.kind === 'select' && run.pivot === devicePivot);
  if (select !== undefined) {
    const cases = formsOf(select).map(([name]) => [name, objectOf(varied(withCase(runs, name), request))] as const);
    return { variations: objectOf({ device: objectOf(Object.fromEntries(cases)) }) };
  }
  const plan = planMembers(runs, { locale: request.locale, zeroIsExact: true });
  if (plan === undefined)
    return {
      stringUnit: unitNode(
        readingOf(runs, () => 'other'),
        request,
      ),
    };
  if (plan.lost.length > 0) request.lose(plan.lost);
  const forms = Array.from(plan.members, ([key, form]) => [key, objectOf({ stringUnit: unitNode(form, request) })]);
  return { variations: objectOf({ plural: objectOf(Object.fromEntries(forms) as Record<string, JsonNode>) }) };
}

/** A text that names its substitutions, and their variations. */
function substituted(
  runs: Runs,
  plurals: readonly PluralRun[],
  request: LocalizationRequest,
): Record<string, JsonNode> {
  const text = runs
    .map((run) => (run.kind === 'plural' ? substitutionMark(run, runs, request) : dataText([run])))
    .join('');
  const nodes = plurals.map((run) => {
    const known = substitution(run.pivot, request);
    const facts = known?.container ? knownFacts(known.container) : madeFacts(run, runs);
    return [run.pivot, objectNode({ ...facts, ...varied([run], request) }, () => true)] as const;
  });
  return { stringUnit: unitNode(text, request), substitutions: objectOf(Object.fromEntries(nodes)) };
}

function knownFacts(container: TreeContainer): Record<string, JsonNode> {
  const kept = [...membersOf(container)].filter(({ key }) => key !== 'variations');
  return Object.fromEntries(kept.map((fact) => [fact.key, copied(fact)]));
}

/** Facts of a new substitution: its number among the arguments, which is that of its place, and that it is an integer. */
function madeFacts(run: PluralRun, runs: Runs): Record<string, JsonNode> {
  return { argNum: { raw: String(argumentNumber(run, runs)) }, formatSpecifier: 'lld' };
}

function argumentNumber(run: PluralRun, runs: Runs): number {
  return runs.slice(0, runs.indexOf(run)).filter(({ kind }) => kind === 'ph' || kind === 'plural').length + 1;
}

/** Copies a fact of a substitution: a name or a number. */
function copied(fact: TreeMember): JsonNode {
  const text = textOf(fact);
  return text ?? { raw: fact.word ?? 'null' };
}

function substitution(name: string, { models }: LocalizationRequest): TreeMember | undefined {
  for (const model of models) {
    const found = memberOf(memberOf(model, 'substitutions'), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place of a substitution: with the number that it has in a model, or a number of its own where all have one. */
function substitutionMark(run: PluralRun, runs: Runs, { models }: LocalizationRequest): string {
  const { pivot: name } = run;
  for (const model of models) {
    const text = textOf(memberOf(memberOf(model, 'stringUnit'), 'value')) ?? '';
    const at = text.indexOf(`#@${name}@`);
    const mark = at < 0 ? undefined : /%(?:\d+\$)?$/u.exec(text.slice(Math.max(0, at - 8), at))?.[0];
    if (mark !== undefined) return `${mark}#@${name}@`;
  }
  const isNumbered = runs.some((one) => one.kind === 'ph' && /^%\d+\$/u.test(one.data));
  return `%${isNumbered ? `${argumentNumber(run, runs)}$` : ''}#@${name}@`;
}

function unitNode(content: Runs | string, { state }: LocalizationRequest): ObjectNode {
  const value = typeof content === 'string' ? content : dataText(content);
  return objectNode({ state, value }, () => true);
}

function objectOf(members: Readonly<Record<string, JsonNode>>): ObjectNode {
  return objectNode(members, () => false);
}

function objectNode(members: Readonly<Record<string, JsonNode>>, keeps: (key: string) => boolean): ObjectNode {
  const sorted = Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { members: new Map(sorted), keeps };
}
