import { canonicalJson } from '@helve/core';
import type { LocaleId, Runs, StepContext } from '@helve/flow';
import type { TmCandidate, TranslationMemory } from './translation-memory.js';

/** How tm-leverage works. */
export interface LeverageConfig {
  readonly tm: readonly string[];
  readonly fuzzyThreshold: number;
  readonly fillTarget: boolean;
  readonly fillTargetThreshold: number;
  readonly fillIfTargetIsEmpty: boolean;
  readonly noQueryThreshold: number;
  readonly downgradeIdenticalBestMatches: boolean;
  readonly segments: boolean;
  readonly partialFill: boolean;
  readonly maxCandidates: number;
}

/** The memories of the project, where a step names none. */
const PROJECT_MEMORY = 'tm:project';

/** The memories that a step looks into; one that the run does not have is told. */
export function memoriesOf({ tm }: LeverageConfig, ctx: StepContext): readonly TranslationMemory[] {
  return (tm.length === 0 ? [PROJECT_MEMORY] : tm).flatMap((uri) => {
    const memory = ctx.resources.get(uri);
    if (isMemory(memory)) return [memory];
    ctx.log('warn', `There is no translation memory "${uri}"`);
    return [];
  });
}

function isMemory(value: unknown): value is TranslationMemory {
  return typeof value === 'object' && value !== null && 'lookup' in value && typeof value.lookup === 'function';
}

/** The best matches of all memories, best first; equal ones count once. */
export async function findMatches(
  source: Runs,
  to: LocaleId,
  from: LocaleId,
  memories: readonly TranslationMemory[],
  config: LeverageConfig,
): Promise<readonly TmCandidate[]> {
  const query = { source, from, to, minScore: config.fuzzyThreshold / 100, maxResults: config.maxCandidates };
  const found = (await Promise.all(memories.map(async (memory) => memory.lookup(query)))).flat();
  const unlike = new Map(found.toReversed().map((one) => [canonicalJson([one.target, one.score]), one]));
  const sorted = [...unlike.values()].toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  const best = config.downgradeIdenticalBestMatches ? downgraded(sorted) : sorted;
  return best.slice(0, config.maxCandidates);
}

function downgraded(sorted: readonly TmCandidate[]): readonly TmCandidate[] {
  const top = sorted.filter(({ score }) => score === sorted[0]?.score);
  if (top.length < 2) return sorted;
  return sorted.map((one) =>
    top.includes(one) ? { ...one, score: Math.max(0, one.score - 0.01), ambiguous: true } : one,
  );
}
