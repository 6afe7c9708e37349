import type { StepContext, Vault } from '@helve/flow';
import { l10nErrors } from '../l10n-errors.js';

/** Parameter that names the vault for both tools; the caller of the flow opens it. */
export const vaultProperty = {
  type: 'string',
  minLength: 1,
  'x-config': 'vaults',
  description:
    'Name of the vault, or "memory" for one that ends with the run; at the terminal also a file. Default: the vault of the project.',
} as const;

/** True when a vault of that name outlives the run. */
export function isLasting(vault: string | undefined): boolean {
  return vault !== undefined && vault !== 'memory';
}

/** Returns the vault that the run has opened. */
export function runVault({ resources }: Pick<StepContext, 'resources'>, name: string | undefined): Vault {
  const { vault } = resources;
  if (vault !== undefined) return vault;
  const problem = name === undefined ? 'the run has none' : `the run has not opened "${name}"`;
  throw l10nErrors.create('L10N_VAULT', { problem });
}
