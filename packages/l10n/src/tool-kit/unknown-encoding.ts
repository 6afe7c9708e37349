import { nearestNames } from '@helve/core';
import type { ResolverFinding } from '@helve/flow';
import { findEncoding } from '../format/text/encoding.js';
import { listedEncodings } from '../tool/encoding-detect/text-facts.js';

/** Checks the name of an encoding; returns no findings for a known one. */
export function unknownEncoding(name: string, pointer: string): readonly ResolverFinding[] {
  if (findEncoding(name) !== undefined) return [];
  const [near] = nearestNames(name, ['utf-8', 'utf-16le', 'utf-16be', ...listedEncodings], 1);
  const hint = near === undefined ? 'Use a name of the WHATWG encodings, such as "utf-8"' : `Did you mean "${near}"?`;
  return [{ severity: 'error', message: `The encoding "${name}" is unknown`, hint, pointer }];
}
