import type { Format } from './format.js';
import type { ExistingSource, PairLocations, PairReport } from './pair.js';

/** A format that reads one document together with its existing translations, and writes into those. */
export interface PairedFormat extends Format {
  pairs(): readonly PairReport[];
  readonly locations: readonly PairLocations[];
}

/** Makes a format read and write one document together with its existing translations. */
export type PairFormat = (format: Format, existing: readonly ExistingSource[]) => PairedFormat;
