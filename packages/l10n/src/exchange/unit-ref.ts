import { isBatchId } from './batch-id.js';

/** Reference to a unit in a file that went out. */
export interface UnitRef {
  readonly batch: string;
  readonly unit: string;
  /** Beginning of `sentHash` of its source. */
  readonly hash: string;
}

const hashDigits = 16;
const unitPattern = /^u[1-9]\d{0,8}$/;

/** True for a text that may be the id of a unit. */
export function isUnitId(text: string): boolean {
  return unitPattern.test(text);
}

/** Makes the reference of a unit. */
export function toUnitRef(batch: string, unit: string, sent: string): UnitRef {
  return { batch, unit, hash: sent.slice(0, hashDigits) };
}

/** Spells a reference as files have it: `BATCH/u1/HASH`. */
export function unitRefText({ batch, unit, hash }: UnitRef): string {
  return `${batch}/${unit}/${hash}`;
}

/** Reads a reference; undefined for any other text. */
export function readUnitRef(text: string): UnitRef | undefined {
  const [batch = '', unit = '', hash = '', ...rest] = text.trim().split('/');
  const isRef = rest.length === 0 && isBatchId(batch) && isUnitId(unit) && /^[0-9a-f]{16}$/.test(hash);
  return isRef ? { batch, unit, hash } : undefined;
}
