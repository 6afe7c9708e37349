import { isPseudoLocale } from '@helve/flow';
import { declaredName } from '../text/encoding.js';
import { parsePluralForms, pluralRuleFor, type PluralRule } from './plural-rule.js';

/** The locale of a catalog without a language, in a run without one. */
export const UNKNOWN_LOCALE = 'und';

/** Language facts in the header of a catalog. */
export interface HeaderFacts {
  /** As a BCP 47 tag; empty when missing. */
  readonly language: string;
  /** The value of `Plural-Forms`; empty when it is missing or a placeholder. */
  readonly plural: string;
}

/** Request for a header of a written catalog. */
export interface HeaderRequest {
  readonly sourceLocale: string;
  readonly targetLocale?: string | undefined;
  readonly encoding: string;
  /** True when any message of the file has plural forms. */
  readonly hasPlurals: boolean;
}

/** Parses the header of a catalog. */
export function headerFacts(text: string): HeaderFacts {
  const plural = findField(text, 'Plural-Forms') ?? '';
  return { language: toLocale(findField(text, 'Language') ?? ''), plural: parsePluralForms(plural) ? plural : '' };
}

/** Returns the rule that numbers the forms of a written catalog: its own, else that of the target. */
export function effectiveRule(
  facts: HeaderFacts,
  sourceLocale: string,
  locale: string | undefined,
): PluralRule | undefined {
  const own = parsePluralForms(facts.plural);
  const wanted = locale === undefined ? undefined : pluralRuleFor(locale);
  return isRetargeted(facts, sourceLocale, locale) ? (wanted ?? own) : (own ?? wanted);
}

/** True when a catalog in the source language is written in the target's, or any catalog in a pseudo-locale. */
function isRetargeted({ language }: HeaderFacts, sourceLocale: string, locale: string | undefined): boolean {
  if (locale === undefined || language === '' || locale === sourceLocale) return false;
  return language === sourceLocale || (isPseudoLocale(locale) && language !== locale);
}

/** Completes the header for a target: existing fields stay, missing and placeholder ones are filled in. */
export function completeHeader(text: string, request: HeaderRequest): string {
  const { targetLocale, sourceLocale } = request;
  if (targetLocale === undefined || targetLocale === UNKNOWN_LOCALE) return text;
  const facts = headerFacts(text);
  const retargeted = isRetargeted(facts, sourceLocale, targetLocale);
  let header = text;
  if (facts.language === '' || retargeted) header = withField(header, 'Language', gettextName(targetLocale));
  if (/charset=CHARSET\b/u.test(header)) {
    header = header.replace(/charset=CHARSET\b/u, `charset=${declaredName(request.encoding)}`);
  }
  const rule = effectiveRule(facts, sourceLocale, targetLocale);
  const lacksRule = request.hasPlurals && (facts.plural === '' || (retargeted && rule?.text !== facts.plural));
  return lacksRule && rule ? withField(header, 'Plural-Forms', rule.text) : header;
}

/** Changes the charset of a header. */
export function withCharset(text: string, encoding: string): string {
  return text.replace(/charset=[\w.:-]+/iu, `charset=${declaredName(encoding)}`);
}

/** Creates a header for a catalog that has none. */
export function newHeader(request: HeaderRequest): string {
  const type = `Content-Type: text/plain; charset=${declaredName(request.encoding)}`;
  return completeHeader(`MIME-Version: 1.0\n${type}\nContent-Transfer-Encoding: 8bit\n`, request);
}

/** Returns the charset in the first bytes of a catalog; undefined for a template's placeholder. */
export function declaredCharset(head: string): string | undefined {
  const start = head.indexOf('msgstr');
  const header = start < 0 ? '' : head.slice(start).split(/\r?\n[ \t]*\r?\n|\r[ \t]*\r/u, 1)[0];
  const strings = (header ?? '').matchAll(/"((?:[^"\\\r\n]|\\.)*)"/gu);
  const text = Array.from(strings, ([, value = '']) => value.replaceAll('\\n', '\n')).join('');
  const [, charset] = /^[ \t]*Content-Type:[^\n]*?charset=([\w.:-]+)/imu.exec(text) ?? [];
  return charset === 'CHARSET' ? undefined : charset;
}

function findField(text: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'imu').exec(text)?.[1];
}

function withField(text: string, name: string, value: string): string {
  const line = `${name}: ${value}`;
  if (findField(text, name) !== undefined) return text.replace(new RegExp(`^${name}:.*$`, 'imu'), () => line);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
}

const scripts: Readonly<Record<string, string>> = {
  latin: 'Latn',
  cyrillic: 'Cyrl',
  devanagari: 'Deva',
  arabic: 'Arab',
};

/** Converts a locale name: `sr_RS@latin` is `sr-Latn-RS`; empty when it is none. */
export function toLocale(name: string): string {
  const [base = '', modifier = ''] = (name.split('.', 1)[0] ?? '').split('@');
  const [language = '', ...rest] = base.trim().split(/[_-]/u);
  const script = scripts[modifier.toLowerCase()];
  const variant = script === undefined && modifier !== '' ? [modifier] : [];
  const tag = [language, ...(script === undefined ? [] : [script]), ...rest, ...variant].join('-');
  try {
    return tag === '' ? '' : (Intl.getCanonicalLocales(tag)[0] ?? '');
  } catch {
    return '';
  }
}

function gettextName(locale: string): string {
  const { language, script, region } = new Intl.Locale(locale);
  const modifier = Object.entries(scripts).find(([, name]) => name === script)?.[0];
  const country =
    region ?? (script !== undefined && modifier === undefined ? new Intl.Locale(locale).maximize().region : undefined);
  return `${language}${country === undefined ? '' : `_${country}`}${modifier === undefined ? '' : `@${modifier}`}`;
}
