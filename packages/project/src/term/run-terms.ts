import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planSteps, type FlowPlan } from '@helve/flow/engine';
import type { Termbase } from '@helve/l10n';
import { termFolder } from './term-folder.js';

/** True when a project has terms to offer to a run. */
export function offersTerms(named: string | readonly string[], folder: string): boolean {
  if ([named].flat().length > 0) return true;
  const path = join(folder, termFolder);
  return existsSync(path) && readdirSync(path).some((file) => file.endsWith('.json'));
}

/** True when some step of a plan looks terms up. */
export function needsTerms(plan: FlowPlan): boolean {
  return planSteps(plan).some(({ contract }) => contract.requires?.includes('termbase') === true);
}

/** The files with the terms of a project. */
export function termFiles(named: string | readonly string[], folder: string): readonly string[] {
  const path = join(folder, termFolder);
  const own = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : [];
  return [...[named].flat().map((file) => resolve(folder, file)), ...own.toSorted().map((file) => join(path, file))];
}

/** The terms of a project for a run; they, and the code that reads them, are loaded only for steps that need them. */
export async function termsFor(
  plan: FlowPlan,
  named: string | readonly string[],
  folder: string,
): Promise<Termbase | undefined> {
  return needsTerms(plan) ? loadProjectTerms(named, folder) : undefined;
}

/** The terms of a project, with the code that reads them. */
export async function loadProjectTerms(
  named: string | readonly string[],
  folder: string,
): Promise<Termbase | undefined> {
  const { projectTerms } = await import('./term-store.js');
  return projectTerms(named, folder);
}
