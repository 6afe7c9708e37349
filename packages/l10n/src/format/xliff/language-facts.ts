import { isSameLanguage } from '@helve/flow';
import type { ReadContext } from '@helve/flow/content';
import { noDigest, textDigest } from '../runs-digest.js';
import { attributesEnd } from '../xml/raw-edit.js';
import { findAttribute, type XmlElement } from '../xml/xml-node.js';
import type { UnitText } from './append-unit.js';
import { knownLocale } from './to-variant.js';
import { toXliffForm } from './unit-form.js';

/** Returns the layer's facts about the languages of its targets, for the writer. */
export function languageFacts(languages: readonly (string | undefined)[], hasTargets: boolean): Record<string, string> {
  const named = languages.filter((language) => language !== undefined);
  return {
    ...(named.length > 0 && { 'target-language': [...new Set(named)].join(' ') }),
    ...(named.length < languages.length && !hasTargets && { 'without-target-language': 'true' }),
  };
}

/** True for a document with targets in several languages, of which the wanted one is one, or none is wanted. */
export function namesSeveral(languages: readonly (string | undefined)[], wanted: string | undefined): boolean {
  const known = new Set(languages.flatMap((language) => (language && knownLocale(language)) ?? []));
  return known.size > 1 && (wanted === undefined || [...known].some((language) => isSameLanguage(language, wanted)));
}

/** The element that declares the language of targets, and the first block after it. */
interface LanguagePosition {
  readonly text: UnitText;
  readonly element: XmlElement;
  readonly attribute: string;
  readonly blockId: string;
}

/** Appends the skeleton entry of a language, to be written before the first unit. */
export function appendLanguage(
  { text, element, attribute, blockId }: LanguagePosition,
  { skeleton }: ReadContext,
): void {
  if (!skeleton) return;
  const found = findAttribute(element, attribute);
  const start = found?.valueStart ?? attributesEnd(text.text, element);
  const offset = text.byteAt(start);
  const length = found ? text.byteAt(found.valueEnd) - offset : 0;
  const digest = found ? textDigest(found.value) : noDigest;
  const form = toXliffForm({ part: 'language', attribute, ...(found && { value: found.value }) });
  skeleton.append({ kind: 'ref', blockId, side: 'target', offset, length, digest, more: true, form });
}
