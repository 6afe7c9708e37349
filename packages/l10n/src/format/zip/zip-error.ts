import { l10nErrors, type L10nError } from '../../l10n-errors.js';

/** Reasons to refuse a zip file, with what is wrong. */
const reasons = {
  'no-directory': 'it has no end of central directory',
  'two-directories': 'it has two ends of central directory',
  'bad-directory': 'its central directory is damaged',
  'several-disks': 'it is one part of an archive in several files',
  'bad-header': 'a local header contradicts the central directory',
  overlap: 'two of its entries overlap',
  encrypted: 'it is encrypted',
  'unsafe-name': 'an entry has a path that leads outside',
  symlink: 'an entry is a symbolic link',
  'duplicate-name': 'two of its entries have the same name',
  method: 'an entry is compressed by a method other than deflate',
  'bad-data': 'the data of an entry is damaged',
  'wrong-size': 'an entry is not as long as it says',
  bomb: 'an entry unpacks to many times its size',
  'missing-member': 'an entry that it needs is missing',
  'too-large': 'it would be larger than its headers can say',
} as const;

export type ZipReason = keyof typeof reasons;

/** Creates the error for a zip file that is refused. */
export function zipError(file: string, reason: ZipReason, entry?: string): L10nError {
  const problem = entry === undefined ? reasons[reason] : `${reasons[reason]} ("${entry}")`;
  const details = { file, reason, ...(entry === undefined ? {} : { entry }) };
  return l10nErrors.create('L10N_PACKAGE', { file, problem }, { details });
}
