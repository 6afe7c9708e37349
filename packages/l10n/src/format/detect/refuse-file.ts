import type { UndetectedFormat } from '@helve/flow/content';
import { l10nErrors, type L10nError } from '../../l10n-errors.js';

/** Creates the error for a file whose format cannot be read. */
export function refuseFile(file: string, { known, problem, reasons }: UndetectedFormat): L10nError {
  return known === undefined
    ? l10nErrors.create('L10N_FORMAT_UNKNOWN', { file })
    : l10nErrors.create(
        'L10N_FORMAT_UNREADABLE',
        { file, problem },
        { details: { format: known.id, reasons: [...reasons] } },
      );
}
