import { isPlainObject, type Json, type JsonObject, type JsonSchema } from '@helve/core';
import { unitText, type LocaleId, type Severity, type StepContext } from '@helve/flow';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import type { UnitPair } from '../../check/unit-pair.js';
import { textRangeIn } from '../../check/unit-range.js';
import type { AiConfig } from '../../model/ai-config.js';
import { askItems } from '../../model/ask-items.js';
import { engineName } from '../../model/ask-model.js';
import type { ReadAnswer } from '../../model/request-item.js';
import { renderPrompt } from '../../model/content-rule.js';
import { pairRequests } from '../../tool-kit/group/pair-requests.js';
import type { GroupWork } from '../../tool-kit/group/group-run.js';
import { targetLocale } from '../../tool-kit/target-locale.js';

/** Settings of ai-qa. */
export interface AiQaConfig extends AiConfig {
  readonly checks: readonly string[];
}

const severities: { readonly [word: string]: Severity } = {
  critical: 'critical',
  error: 'major',
  warning: 'minor',
  info: 'neutral',
};

/** Returns the prompt. */
export function qaPrompt({ checks, instruction }: AiQaConfig, from: LocaleId, to: LocaleId): string {
  return renderPrompt(
    [
      `Look for mistakes in translations from ${from} to ${to}: ${checks.join(', ')}.`,
      'The input is JSON: {from, to, items}, each item with the source as text, and its translation.',
      'Answer with JSON: {items: [{id, issues}]}, one for every id and no other. No mistake means an empty list.',
      'quoteTarget and quoteSource repeat the place letter by letter; either may be empty.',
      'suggestion is the better wording of the quote, or empty. terms are to be used as they are given.',
    ],
    instruction,
  );
}

/** One issue that a model reports about a unit. */
interface Issue {
  readonly type: string;
  readonly severity: Severity;
  readonly quoteSource: string;
  readonly quoteTarget: string;
  readonly description: string;
  readonly suggestion: string;
}

interface Judged {
  readonly pair: UnitPair;
  readonly issues: readonly Issue[];
}

/** Creates the work of checking: a model checks every unit, and its quotes are looked up in the texts. */
export function qaWork(config: AiQaConfig, ctx: StepContext): GroupWork<Judged> {
  const { source: from } = ctx.locales;
  const to = targetLocale(ctx);
  const system = qaPrompt(config, from, to);
  const setting = { config, system, head: { from, to }, answer: toAnswerSchema(config.checks) };
  return {
    shapedBy: { engine: engineName(config), prompt: system },
    ask: (items) => askItems(items, setting, ctx),
    itemsOf: (block) =>
      pairRequests(block, to).map(({ id, pair, context }) => ({
        id,
        block: block.id,
        item: { text: unitText(pair.source), translation: unitText(pair.target), ...context },
        read: (answer) => readIssues(answer, pair, config.checks),
      })),
    annotate: (view, answered) => {
      const judged = answered.flatMap(({ answer: { value } }) => value ?? []);
      reportFindings(
        view,
        'ai-qa',
        judged.flatMap((one) => toDrafts(one, to)),
        { variant: to },
      );
    },
  };
}

function toAnswerSchema(checks: readonly string[]): { readonly [name: string]: JsonSchema } {
  const text = { type: 'string' } as const;
  const issue = {
    type: 'object',
    properties: {
      type: { enum: checks },
      severity: { enum: Object.keys(severities) },
      quoteSource: text,
      quoteTarget: text,
      description: text,
      suggestion: text,
    },
    required: ['type', 'severity', 'quoteSource', 'quoteTarget', 'description', 'suggestion'],
    additionalProperties: false,
  } as const;
  return { issues: { type: 'array', items: issue } };
}

function readIssues({ issues }: JsonObject, pair: UnitPair, checks: readonly string[]): ReadAnswer<Judged> {
  if (!Array.isArray(issues)) return { fault: 'it has no list of issues' };
  const read = issues.map((issue: Json) => readIssue(issue, checks));
  const fault = read.find((issue) => typeof issue === 'string');
  if (typeof fault === 'string') return { fault };
  return { value: { pair, issues: read.filter((issue) => typeof issue !== 'string') } };
}

/** Parses an issue; returns the problem as text if it is invalid. */
function readIssue(issue: Json, checks: readonly string[]): Issue | string {
  if (!isPlainObject(issue)) return 'an issue is not an object';
  const { type, severity, description } = issue;
  if (typeof type !== 'string' || !checks.includes(type)) return `an issue is not one of ${checks.join(', ')}`;
  const known = typeof severity === 'string' && Object.hasOwn(severities, severity) ? severities[severity] : undefined;
  if (known === undefined) return `an issue is not one of ${Object.keys(severities).join(', ')}`;
  if (typeof description !== 'string' || description === '') return 'an issue has no description';
  const readText = (name: string) => {
    const { [name]: value } = issue;
    return typeof value === 'string' ? value : '';
  };
  return {
    type,
    severity: known,
    description,
    quoteSource: readText('quoteSource'),
    quoteTarget: readText('quoteTarget'),
    suggestion: readText('suggestion'),
  };
}

/** Creates findings; positions are looked up, never trusted, and a quote that does not occur has none. */
function toDrafts({ pair, issues }: Judged, variant: string): readonly FindingDraft[] {
  const targetUnit = { runs: pair.target, path: pair.path };
  const sourceUnit = { runs: pair.source, path: pair.sourcePath };
  return issues.map(({ type, severity, quoteSource, quoteTarget, description, suggestion }) => {
    const range = locateQuote(targetUnit, quoteTarget);
    const other = locateQuote(sourceUnit, quoteSource);
    return {
      rule: `ai-qa.${type}`,
      severity,
      message: description,
      side: variant,
      subject: quoteTarget,
      ...(range === undefined ? {} : { range }),
      ...(other === undefined ? {} : { other: { side: null, range: other } }),
      ...(suggestion === '' ? {} : { suggestion }),
    };
  });
}

function locateQuote(unit: Parameters<typeof textRangeIn>[0], quote: string) {
  const at = quote === '' ? -1 : unitText(unit.runs).indexOf(quote);
  return at < 0 ? undefined : textRangeIn(unit, at, at + quote.length);
}
