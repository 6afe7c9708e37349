import { l10nErrors } from '../l10n-errors.js';

/** Throws the error for a broken vault. */
export function refuseVault(problem: string, cause?: unknown): never {
  throw l10nErrors.create('L10N_VAULT', { problem }, cause === undefined ? {} : { cause });
}
