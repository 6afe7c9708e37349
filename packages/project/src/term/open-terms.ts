import { dirname } from 'node:path';
import { loadStore, type ProjectLocation } from '../open-project.js';
import { openTermStore, type TermStore } from './term-store.js';

/** The termbases of a project with their settings from the config. */
export interface ProjectTerms {
  readonly folder: string;
  readonly store: TermStore;
  /** The termbases that the config names. */
  readonly named: readonly string[];
  readonly sourceLocale: string;
}

/** Reads the config and finds the termbases beside it; a project without a config has the defaults. */
export async function openTerms(location: ProjectLocation): Promise<ProjectTerms> {
  const { file, config } = await loadStore({ ...location, configOptional: true });
  const folder = dirname(file);
  const { source = 'en' } = config.locales;
  return { folder, store: openTermStore(folder), named: [config.terms].flat(), sourceLocale: source };
}
