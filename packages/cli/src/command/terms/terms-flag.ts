import type { Termbase } from '@helve/l10n';
import { flagText, type Invocation } from '../command.js';
import { cliErrors } from '../../cli-errors.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { projectTerms, type ProjectTerms } from '@helve/project/term';

/** The flag that chooses among the termbases of a project. */
export const termsFlag: OwnFlag = {
  name: 'terms',
  value: 'NAME',
  docs: 'termbase to use (default: all of the project)',
};

/** The termbase that `--terms` names, or all of the project as one. */
export async function chosenTerms(opened: ProjectTerms, { flags }: Pick<Invocation, 'flags'>): Promise<Termbase> {
  const name = flagText(flags, 'terms');
  const terms = name === undefined ? await projectTerms(opened.named, opened.folder) : await opened.store.load(name);
  if (terms !== undefined) return terms;
  const suggestion = 'Import some with `helve terms import FILE`';
  throw cliErrors.create('CLI_USAGE', { problem: 'the project has no terms' }, { details: { suggestion } });
}
