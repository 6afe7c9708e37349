import { isPlainObject } from '@helve/core';
import { targetStatuses } from '@helve/flow';
import { l10nErrors } from '../l10n-errors.js';
import { batchDigest, isBatchId } from './batch-id.js';
import { EXCHANGE_SCHEMA, exchangeFormats, type ExchangeManifest } from './manifest.js';
import { isUnitId } from './unit-ref.js';

/** Reads the text of a manifest; refuses one of another schema, and one that somebody has changed. */
export function readExchangeManifest(text: string, batch: string): ExchangeManifest {
  const fault = (problem: string): Error => l10nErrors.create('L10N_EXCHANGE', { batch, problem });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw l10nErrors.create('L10N_EXCHANGE', { batch, problem: 'it is not JSON' }, { cause });
  }
  if (!isPlainObject(value) || value['schema'] !== EXCHANGE_SCHEMA)
    throw fault(`its schema is not "${EXCHANGE_SCHEMA}"`);
  const wrong = findFault(value, manifestShape, '');
  if (wrong !== undefined) throw fault(`"${wrong}" is not as Helve writes it`);
  const manifest = value as unknown as ExchangeManifest;
  if (manifest.batch !== batch) throw fault(`it says that it is batch "${manifest.batch}"`);
  if (batchDigest(manifest) !== manifest.sha256) throw fault('it was changed after it was written');
  return manifest;
}

/** Spells a manifest as its file. */
export function manifestText(manifest: ExchangeManifest): string {
  return `${JSON.stringify(manifest)}\n`;
}

type Test = (value: unknown) => boolean;
interface Shape {
  readonly [key: string]: Check;
}
type Check =
  | { readonly is: Test; readonly optional?: true }
  | { readonly list: Check; readonly optional?: true }
  | { readonly map: Check; readonly optional?: true }
  | { readonly shape: Shape; readonly optional?: true };

const text: Test = (value) => typeof value === 'string' && value.length < 4096;
const hash: Test = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const locale: Test = (value) => typeof value === 'string' && /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value);
const unit: Test = (value) => typeof value === 'string' && isUnitId(value);
const within =
  (...values: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && values.includes(value);

const target: Check = {
  shape: { state: { is: within(...targetStatuses), optional: true }, hash: { is: text, optional: true } },
};
const manifestUnit: Check = {
  shape: {
    id: { is: unit },
    block: { is: (value) => typeof value === 'string' },
    content: { is: hash },
    structure: { is: hash },
    context: { is: text },
    sent: { is: hash },
    targets: { map: target },
    same: { is: unit, optional: true },
  },
};
const manifestFile: Check = {
  shape: {
    path: { is: text },
    sha256: { is: hash },
    format: { is: text },
    options: { is: isPlainObject },
    existing: { list: { shape: { locale: { is: locale }, path: { is: text } } }, optional: true },
    units: { list: manifestUnit },
  },
};
const manifestShape: Shape = {
  schema: { is: text },
  batch: { is: (value) => typeof value === 'string' && isBatchId(value) },
  sha256: { is: hash },
  owner: { is: hash, optional: true },
  createdAt: { is: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)) },
  version: { is: text },
  format: { is: within(...exchangeFormats) },
  options: { is: hash },
  sourceLocale: { is: locale },
  targetLocales: { list: { is: locale } },
  files: { list: manifestFile },
  outputs: {
    list: {
      shape: { path: { is: text }, locale: { is: locale }, sha256: { is: hash }, units: { is: Number.isSafeInteger } },
    },
  },
};

/** Finds the first value that does not fit; unknown keys do not fit either. */
function findFault(value: Readonly<Record<string, unknown>>, shape: Shape, place: string): string | undefined {
  for (const key of Object.keys(value)) if (!Object.hasOwn(shape, key)) return `${place}${key}`;
  for (const [key, check] of Object.entries(shape)) {
    if (!Object.hasOwn(value, key)) {
      if (check.optional === true) continue;
      return `${place}${key}`;
    }
    const wrong = findIn(value[key], check, `${place}${key}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function findIn(value: unknown, check: Check, place: string): string | undefined {
  if ('is' in check) return check.is(value) ? undefined : place;
  if ('list' in check) return Array.isArray(value) ? firstFault(value.entries(), check.list, place) : place;
  if (!isPlainObject(value)) return place;
  return 'map' in check
    ? firstFault(Object.entries(value), check.map, place)
    : findFault(value, check.shape, `${place}.`);
}

function firstFault(
  members: Iterable<readonly [string | number, unknown]>,
  check: Check,
  place: string,
): string | undefined {
  for (const [key, member] of members) {
    const wrong = findIn(member, check, `${place}.${key}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
