import type { TermStatus } from '../concept.js';

/** TBX name of each status; where two share a name, `x-status` beside it tells them apart. */
export const tbxStatuses: { readonly [status in TermStatus]: string } = Object.freeze({
  preferred: 'preferredTerm-admn-sts',
  approved: 'admittedTerm-admn-sts',
  admitted: 'admittedTerm-admn-sts',
  proposed: 'admittedTerm-admn-sts',
  deprecated: 'deprecatedTerm-admn-sts',
  forbidden: 'deprecatedTerm-admn-sts',
});

/** Maps a TBX name to a status. */
export function statusFromTbx(name: string): TermStatus | undefined {
  switch (name.trim().replace(/-admn-sts$/u, '')) {
    case 'preferredTerm':
    case 'preferred':
      return 'preferred';
    case 'standardizedTerm':
    case 'legalTerm':
    case 'regulatedTerm':
      return 'approved';
    case 'admittedTerm':
    case 'admitted':
      return 'admitted';
    case 'deprecatedTerm':
    case 'supersededTerm':
    case 'notRecommended':
    case 'obsolete':
      return 'deprecated';
    default:
      return undefined;
  }
}
