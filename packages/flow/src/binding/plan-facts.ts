import type { FlowPlan, PlanStep } from '../contract/plan.js';
import { markedKey } from './explain-plan.js';

/** The first line of a picture: the flow, and the locales it goes between. */
export function planTitle({ name, sourceLocale, targetLocales }: FlowPlan): string {
  const targets = targetLocales.length === 0 ? '' : ` → ${targetLocales.join(' ')}`;
  return `${name} (${sourceLocale}${targets})`;
}

/** The passes of a plan, as a picture tells them. */
export function passesText({ passes }: FlowPlan): string {
  return passes.length === 0 ? 'no passes' : `passes ${setsText(passes)}`;
}

/** The name of a step, with its place in the plan. */
export function stepTitle({ node, tool, label }: PlanStep): string {
  return `${node} ${tool}${label === undefined ? '' : ` · ${label}`}`;
}

/** Lists the facts that a picture shows of a step: passes, ports and effects, each with a label; empty ones are left out. */
export function stepFacts({ localeSets, contract }: PlanStep): readonly (readonly [word: string, text: string])[] {
  const facts = [
    ['runs for', setsText(localeSets)],
    ['needs', contract.consumes.map(markedKey).join(' ')],
    ['gives', contract.produces.map(markedKey).join(' ')],
    ['touches', (contract.sideEffects ?? []).join(' ')],
    ['requires', (contract.requires ?? []).join(' ')],
  ] as const;
  return facts.filter(([, text]) => text !== '');
}

function setsText(sets: readonly (readonly string[])[]): string {
  return sets.map((set) => `[${set.join(' ')}]`).join(' ');
}
