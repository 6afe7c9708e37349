import { isSameLanguage, type FileAccess } from '@helve/flow';
import { planSteps, type FlowPlan, type StatedTargets } from '@helve/flow/engine';
import type { RunInput } from './run-inputs.js';
import { targetsIn, targetsStated } from './targets-in-file.js';
import { translatedTargets } from './written-targets.js';

/** Targets of a run that names none: bilingual files have the languages that they state, the others those of the project. */
export interface OwnTargets {
  /** By the id of the file. */
  readonly stated: ReadonlyMap<string, readonly string[]>;
  /** Targets of files that state none. */
  readonly others: readonly string[];
  /** True when every file states its own. */
  readonly byAll: boolean;
  /** Ids of files whose output tells its language: a step with a usual target makes a file of that language. */
  readonly free: ReadonlySet<string>;
}

/** Looks at the beginning of each file. */
export async function findOwnTargets(
  files: readonly RunInput[],
  project: readonly string[],
  facts: {
    readonly sourceLocale: string;
    readonly keepGoing: boolean;
    readonly isFree: (file: RunInput) => boolean;
  },
  access: FileAccess,
): Promise<OwnTargets> {
  const stated = new Map<string, readonly string[]>();
  for (const file of files) {
    const own = await targetsStated(file, facts.sourceLocale, access);
    const named = own.map((locale) => project.find((target) => isFormOf(locale, target)) ?? locale);
    if (named.length > 0) stated.set(file.input.id, [...new Set(named)]);
  }
  const silent = files.filter(({ input }) => !stated.has(input.id));
  const others =
    project.length > 0
      ? project
      : await targetsIn(silent, facts, access).catch((error: unknown) => {
          if (facts.keepGoing && stated.size > 0) return [];
          throw error;
        });
  const free = new Set(files.filter(facts.isFree).map(({ input }) => input.id));
  return { stated, others, byAll: files.length > 0 && silent.length === 0, free };
}

/** True for a language itself, and for a regional form of it, such as `de-DE` of `de`. */
function isFormOf(locale: string, target: string): boolean {
  return locale === target || (locale.startsWith(`${target}-`) && isSameLanguage(locale, target));
}

/** Targets that outrank the usual target of a step: those of files whose output does not tell its language. */
export function fixedTargets({ stated, byAll, free }: OwnTargets): StatedTargets | undefined {
  const fixed = [...stated].filter(([id]) => !free.has(id));
  if (fixed.length === 0) return undefined;
  const locales = [...new Set(fixed.flatMap(([, own]) => own))];
  return { locales, byAll: byAll && fixed.length === stated.size };
}

/** Lists all targets of a run; those of the project only where some file needs them. */
export function allTargets({ stated, others, byAll }: OwnTargets): readonly string[] {
  return [...new Set([...(byAll ? [] : others), ...[...stated.values()].flat()])];
}

/**
 * Limits each file to its own targets; a locale that a step names itself holds for every file. A file without a language
 * in a run without targets takes those of the other files, if the flow translates.
 */
export function withOwnTargets(files: readonly RunInput[], plan: FlowPlan, own: OwnTargets): readonly RunInput[] {
  if (own.stated.size === 0) return files;
  const usual = planSteps(plan).flatMap(({ contract }) => contract.defaultLocale ?? []);
  const listed = [...new Set(plan.passes.flatMap(([, ...targets]) => targets))];
  const all = new Set(allTargets(own));
  const borrowed = usual.length > 0 && translatedTargets(plan).length === 0 ? [] : listed;
  const others = [...(own.others.length > 0 ? own.others : borrowed), ...usual];
  return files.map((file) => {
    const { id } = file.input;
    const stated = own.stated.get(id);
    const wanted = new Set(stated === undefined ? others : own.free.has(id) ? [...stated, ...usual] : stated);
    const isOther = (locale: string) => !wanted.has(locale) && (all.has(locale) || usual.includes(locale));
    return { ...file, input: { ...file.input, targets: listed.filter((locale) => !isOther(locale)) } };
  });
}
