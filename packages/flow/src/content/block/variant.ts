import type { LocaleId, VariantKey, VariantText } from '../../contract/block.js';
import { flowErrors } from '../../flow-errors.js';
import { canonicalLocale } from '../../locale/canonical-locale.js';

const names = ['tone', 'channel'] as const;

/** A variant as text: `fr-FR;tone=formal;channel=email`, empty parts left out. */
export function variantText(key: VariantKey): VariantText {
  let text = encode(key.locale);
  for (const name of names) {
    const value = key[name];
    if (value !== undefined && value !== '') text += `;${name}=${encode(value)}`;
  }
  return text;
}

/** Reads what `variantText` wrote; the locale comes back in canonical form. */
export function parseVariant(text: VariantText): VariantKey {
  const [locale = '', ...parts] = text.split(';');
  const key: { locale: LocaleId; tone?: string; channel?: string } = { locale: canonicalLocale(decode(locale)) };
  let last = -1;
  for (const part of parts) {
    const [name = '', value = '', ...rest] = part.split('=');
    const index = names.findIndex((known) => known === name);
    const known = names[index];
    if (known === undefined || index <= last || value === '' || rest.length > 0) throw badVariant(text);
    key[known] = decode(value);
    last = index;
  }
  return key;
}

/** The locale of a variant, without reading the rest. */
export function variantLocale(text: VariantText): LocaleId {
  const end = text.indexOf(';');
  return end < 0 ? text : text.slice(0, end);
}

function badVariant(text: string): Error {
  return flowErrors.create('FLOW_CONTENT', {
    problem: `"${text}" is not a variant such as "fr-FR;tone=formal;channel=email"`,
  });
}

function encode(part: string): string {
  return part.replace(/[%;=]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decode(part: string): string {
  return part.replace(/%(25|3B|3D)/gi, (code) => decodeURIComponent(code));
}
