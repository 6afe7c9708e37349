import type { ExchangeManifest, ManifestFile, ManifestUnit } from '../manifest.js';
import { sentHash } from '../unit-hash.js';
import { bareRuns } from './bare-runs.js';
import type { FoundBy } from './merge-result.js';
import type { ReturnedUnit } from './returned-unit.js';

/** A unit of a batch with its source file. */
export interface UnitOrigin {
  readonly manifest: ExchangeManifest;
  readonly file: ManifestFile;
  readonly unit: ManifestUnit;
  /** Absent where the returned unit names its origin itself. */
  readonly by?: FoundBy;
}

/** Name of a block in a file today; undefined where it is gone. */
export type NameOfUnit = (file: ManifestFile, unit: ManifestUnit) => string | undefined;

/** Units of one batch, to be found by what returned units still tell. */
export interface OriginIndex {
  /** Reference ▸ id ▸ name ▸ content; undefined for a unit that none of them finds alone. */
  find(returned: ReturnedUnit): UnitOrigin | undefined;
  /** The unit, and all that it was sent in the stead of. */
  withSame(origin: UnitOrigin): readonly UnitOrigin[];
}

/** Several units have this key, so that it tells nothing. */
const SEVERAL = Symbol('several');
type Found = UnitOrigin | typeof SEVERAL;

/** Builds the index of a batch. */
export function indexOrigins(manifest: ExchangeManifest, nameOf: NameOfUnit): OriginIndex {
  const [byId, byName, byContent] = [0, 0, 0].map(() => new Map<string, Found>());
  const same = new Map<string, UnitOrigin[]>();
  for (const file of manifest.files) {
    for (const unit of file.units) {
      const origin: UnitOrigin = { manifest, file, unit };
      put(byId, unit.id, origin);
      if (unit.same !== undefined) same.set(unit.same, [...(same.get(unit.same) ?? []), origin]);
      else put(byContent, unit.sent, origin);
      const name = nameOf(file, unit);
      if (name === undefined || name === '' || unit.same !== undefined) continue;
      put(byName, name, origin);
      put(byName, nameKey(file.path, name), origin);
    }
  }
  return {
    find({ ref, id, name, path, source, parts }) {
      const sent = sentHash(bareRuns(source));
      const named = ref?.batch === manifest.batch ? only(byId, ref.unit) : undefined;
      if (named !== undefined) return named;
      const known = only(byId, id);
      // The texts of a unit with forms are compared one by one later.
      if (known !== undefined && (parts !== undefined || known.unit.sent === sent)) return { ...known, by: 'id' };
      const alike = only(byName, nameKey(path ?? '', name)) ?? only(byName, name);
      if (alike !== undefined) return { ...alike, by: 'name' };
      const equal = only(byContent, sent);
      return equal === undefined ? undefined : { ...equal, by: 'content' };
    },
    withSame: (origin) => [origin, ...(same.get(origin.unit.id) ?? [])],
  };
}

function nameKey(path: string, name: string): string {
  return `${path}\u0000${name}`;
}

function put(map: Map<string, Found> | undefined, key: string, origin: UnitOrigin): void {
  map?.set(key, map.has(key) ? SEVERAL : origin);
}

function only(map: Map<string, Found> | undefined, key: string): UnitOrigin | undefined {
  const found = map?.get(key);
  return found === SEVERAL ? undefined : found;
}

/** Counts the units of a returned file that a batch has sent: by it, a file that names no batch finds its own. */
export function countSent(returned: readonly ReturnedUnit[], manifest: ExchangeManifest): number {
  const sent = new Set(manifest.files.flatMap(({ units }) => units.map((unit) => unit.sent)));
  return returned.filter(({ source }) => sent.has(sentHash(bareRuns(source)))).length;
}
