import { dirname } from 'node:path';
import type { Termbase } from '@helve/l10n';
import { useNodeSha256 } from '../compose.js';
import type { Invocation } from '../command/command.js';
import { textOf } from '../command/command.js';
import { loadConfigIfAny } from '../config/load-config.js';
import { cliErrors } from '../cli-errors.js';
import type { OwnFlag } from '../flags/parse-flags.js';
import { openTermStore, projectTerms, type TermStore } from './term-store.js';

/** Where the terms of a project are, and what its config says about them. */
export interface TermPlace {
  readonly folder: string;
  readonly store: TermStore;
  /** The termbases that the config names. */
  readonly named: readonly string[];
  readonly sourceLocale: string;
}

/** The flag that chooses among the termbases of a project. */
export const termsFlag: OwnFlag = {
  name: 'terms',
  value: 'NAME',
  docs: 'one termbase; all of the project without',
};

type Given = Pick<Invocation, 'terminal' | 'flags' | 'configFile' | 'overrides'>;

export async function openTermPlace({ terminal, configFile, overrides }: Given): Promise<TermPlace> {
  useNodeSha256();
  const { file, config } = await loadConfigIfAny(terminal.io.cwd, configFile, overrides);
  const folder = dirname(file);
  const { source = 'en' } = config.locales;
  return { folder, store: openTermStore(folder), named: [config.terms].flat(), sourceLocale: source };
}

/** The termbase that `--terms` names, or all of the project as one. */
export async function chosenTerms(place: TermPlace, { flags }: Given): Promise<Termbase> {
  const name = textOf(flags, 'terms');
  const terms = name === undefined ? await projectTerms(place.named, place.folder) : await place.store.load(name);
  if (terms !== undefined) return terms;
  const suggestion = 'Import some with `helve terms import FILE`';
  throw cliErrors.create('CLI_USAGE', { problem: 'the project has no terms' }, { details: { suggestion } });
}
