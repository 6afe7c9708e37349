import { isBatchId } from './batch-id.js';

/** Reference to a unit in a file that went out. */
export interface UnitRef {
  readonly batch: string;
  readonly unit: string;
  /** Number of the text of the unit, where each goes out on its own. */
  readonly part?: number;
  /** Beginning of `sentHash` of its source. */
  readonly hash: string;
}

const hashDigits = 16;
const unitPattern = /^u[1-9]\d{0,8}$/;
const partPattern = /^(u[1-9]\d{0,8})\.([1-9]\d{0,5})$/;

/** True for a text that may be the id of a unit. */
export function isUnitId(text: string): boolean {
  return unitPattern.test(text);
}

/** Makes the reference of a unit. */
export function toUnitRef(batch: string, unit: string, sent: string, part?: number): UnitRef {
  return { batch, unit, ...(part === undefined ? {} : { part }), hash: sent.slice(0, hashDigits) };
}

/** Spells a reference as files have it: `BATCH/u1/HASH`, or `BATCH/u1.2/HASH` for one of several texts. */
export function unitRefText({ batch, unit, part, hash }: UnitRef): string {
  return `${batch}/${partId(unit, part)}/${hash}`;
}

/** Spells the id that a unit, or one of its texts, has in exchange files. */
export function partId(unit: string, part: number | undefined): string {
  return part === undefined ? unit : `${unit}.${part}`;
}

/** Reads the id of a unit in an exchange file; undefined for any other text. */
export function readPartId(id: string): Pick<UnitRef, 'unit' | 'part'> | undefined {
  if (isUnitId(id)) return { unit: id };
  const [, unit, part] = partPattern.exec(id) ?? [];
  return unit === undefined ? undefined : { unit, part: Number(part) };
}

/** Reads a reference; undefined for any other text. */
export function readUnitRef(text: string): UnitRef | undefined {
  const [batch = '', id = '', hash = '', ...rest] = text.trim().split('/');
  const own = readPartId(id);
  if (rest.length > 0 || own === undefined || !isBatchId(batch) || !/^[0-9a-f]{16}$/.test(hash)) return undefined;
  return { batch, ...own, hash };
}
