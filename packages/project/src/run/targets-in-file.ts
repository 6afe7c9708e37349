import {
  canonicalLocale,
  closestLocale,
  fileSize,
  isSameLanguage,
  isUnknownLanguage,
  type FileAccess,
  type Part,
} from '@helve/flow';
import { sizedFileSource, variantLocale, type ByteSource } from '@helve/flow/content';
import { isMonolingual } from './pair-inputs.js';
import type { RunInput } from './run-inputs.js';

const LOOK_AT_PARTS = 200;

/**
 * The target locales that files hold already, by a look at their first blocks; for runs that name none. With
 * `keepGoing`, a file that cannot be read is left to the run, unless no other one tells a locale.
 */
export async function targetsIn(
  files: readonly RunInput[],
  { sourceLocale, keepGoing }: { readonly sourceLocale: string; readonly keepGoing: boolean },
  access: FileAccess,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const failures: unknown[] = [];
  for (const file of files) {
    const locales = readTargets(file, sourceLocale, access).catch((error: unknown) => void failures.push(error));
    for (const locale of (await locales) ?? []) found.add(locale);
  }
  if (failures.length > 0 && (!keepGoing || found.size === 0)) throw failures[0];
  return [...found];
}

/**
 * Those targets of a run that a bilingual file holds, under the names that the run has for them: the catalog of one
 * language has nothing to say about another. Undefined where it may hold any of them, or cannot be read.
 */
export async function targetsInFile(
  file: RunInput,
  { sourceLocale, targetLocales }: { readonly sourceLocale: string; readonly targetLocales: readonly string[] },
  access: FileAccess,
): Promise<readonly string[] | undefined> {
  if (file.format.kind === 'multilingual' || isMonolingual(file)) return undefined;
  const own = await readTargets(file, sourceLocale, access).catch(() => undefined);
  if (own === undefined) return undefined;
  const wanted = limitedTargets(file) ?? targetLocales;
  const held = [...new Set(own.flatMap((locale) => closestLocale(locale, wanted) ?? []))];
  return held.length === 0 && own.length > 0 ? undefined : held;
}

/** The targets that a file of a run is limited to; undefined for all, and where no step has any. */
export function limitedTargets({ input: { targets = [] } }: RunInput): readonly string[] | undefined {
  return targets.length === 0 ? undefined : targets;
}

/** The target languages that a bilingual file states; none where it cannot be read, which the run reports. */
export async function targetsStated(
  file: RunInput,
  sourceLocale: string,
  access: FileAccess,
): Promise<readonly string[]> {
  if (file.format.kind !== 'bilingual') return [];
  const named = await readTargets(file, sourceLocale, access).catch(() => []);
  return named.filter((locale) => !isUnknownLanguage(locale));
}

/**
 * The language of the translation in a bilingual file that a run for a target would replace instead of working on it;
 * undefined where the file has none, or the one that is wanted.
 */
export async function otherTarget(
  file: RunInput,
  { sourceLocale, targetLocale }: { readonly sourceLocale: string; readonly targetLocale: string },
  access: FileAccess,
): Promise<string | undefined> {
  const named = new Set<string>();
  const held = new Set<string>();
  try {
    for await (const part of firstParts(file, { sourceLocale, targetLocale }, access)) {
      for (const locale of targetsNamed(part)) named.add(locale);
      if (part.kind === 'block')
        for (const variant of Object.keys(part.block.targets)) held.add(variantLocale(variant));
    }
  } catch {
    // The run reports a file that cannot be read.
    return undefined;
  }
  named.delete(sourceLocale);
  const isWanted =
    held.size > 0 ? held.has(targetLocale) : [...named].some((locale) => isSameLanguage(locale, targetLocale));
  return isWanted ? undefined : [...named][0];
}

async function readTargets(file: RunInput, sourceLocale: string, access: FileAccess): Promise<readonly string[]> {
  if (file.format.kind === 'monolingual') return (file.input.existing ?? []).map(({ locale }) => locale);
  const found = new Set<string>();
  for await (const part of firstParts(file, { sourceLocale }, access))
    for (const locale of targetsNamed(part)) found.add(locale);
  found.delete(sourceLocale);
  return [...found];
}

async function* firstParts(
  { input, format }: RunInput,
  locales: { readonly sourceLocale: string; readonly targetLocale?: string },
  access: FileAccess,
): AsyncGenerator<Part> {
  const source = input.source ?? openSource(input.path ?? '', access);
  const { signal } = new AbortController();
  const ctx = { document: input.id, ...locales, signal, lose: () => undefined };
  let seen = 0;
  for await (const part of format.read(source, input.options ?? {}, ctx)) {
    yield part;
    if (++seen >= LOOK_AT_PARTS) break;
  }
}

/** The targets of a block, and those that a layer or a header speaks of: a file may have no translation yet. */
function targetsNamed(part: Part): readonly string[] {
  if (part.kind === 'layer-start') return namedIn(part.layer.properties);
  if (part.kind !== 'block') return [];
  return [...namedIn(part.block.properties), ...Object.keys(part.block.targets).map(variantLocale)];
}

function namedIn(properties: Readonly<Record<string, string>>): readonly string[] {
  const names = properties['target-language']?.split(' ') ?? [];
  return names.flatMap(localeOrNone);
}

/** The reader reports a name that is not a locale. */
function localeOrNone(name: string): readonly string[] {
  try {
    return [canonicalLocale(name)];
  } catch {
    return [];
  }
}

function openSource(path: string, access: FileAccess): ByteSource {
  return sizedFileSource(path, fileSize(path, access), access);
}
