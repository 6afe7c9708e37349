import { escapeXmlText, escapeValue, isXmlText } from '../../format/xml/escape-xml.js';
import { l10nErrors } from '../../l10n-errors.js';
import type { Concept, Term } from '../concept.js';
import type { Termbase } from '../contract.js';
import { statusFromTbx, tbxStatuses } from './tbx-status.js';

/** Version of TBX: 3, or martif for older programs. */
export type TbxVersion = 'v3' | 'martif';

interface Names {
  readonly entry: string;
  readonly language: string;
  readonly term: string;
}

const names: { readonly [version in TbxVersion]: Names } = {
  v3: { entry: 'conceptEntry', language: 'langSec', term: 'termSec' },
  martif: { entry: 'termEntry', language: 'langSet', term: 'tig' },
};

const heads: { readonly [version in TbxVersion]: string } = {
  v3: '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">\n<tbxHeader><fileDesc><sourceDesc><p>Helve</p></sourceDesc></fileDesc></tbxHeader>\n',
  martif:
    '<martif type="TBX-Basic" xml:lang="en">\n<martifHeader><fileDesc><sourceDesc><p>Helve</p></sourceDesc></fileDesc></martifHeader>\n',
};

/** Writes a termbase as TBX, concept by concept. Data without a TBX name get types that start with `x-`. */
export function* writeTbx({ concepts }: Pick<Termbase, 'concepts'>, version: TbxVersion = 'v3'): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${heads[version]}<text><body>\n`;
  for (const concept of concepts) yield toEntry(concept, names[version]);
  yield `</body></text>\n</${version === 'v3' ? 'tbx' : 'martif'}>\n`;
}

function toEntry(
  { id, domain, definition, terms, relations, properties }: Concept,
  { entry, language, term }: Names,
): string {
  const locales = [...new Set(terms.map(({ locale }) => locale))];
  const sections = locales.map((locale) => {
    const own = terms.filter((each) => each.locale === locale);
    return `<${language} xml:lang="${locale}">\n${own.map((each) => toTermSection(each, term)).join('')}</${language}>\n`;
  });
  const data = [
    ...typed('descrip', 'subjectField', domain),
    ...typed('descrip', 'definition', definition),
    ...relations.map(({ type, to }) => `<ref type="crossReference" target="${value(to)}">${type}</ref>\n`),
    ...Object.entries(properties).flatMap(([name, text]) => typed('admin', `x-property-${name}`, text)),
  ];
  return `<${entry} id="${value(id)}">\n${[...data, ...sections].join('')}</${entry}>\n`;
}

function toTermSection(term: Term, name: string): string {
  const { status, validity = {} } = term;
  const data = [
    ...typed('termNote', 'partOfSpeech', term.partOfSpeech),
    ...typed('termNote', 'grammaticalGender', term.gender),
    ...typed('termNote', 'administrativeStatus', tbxStatuses[status]),
    ...(statusFromTbx(tbxStatuses[status]) === status ? [] : typed('termNote', 'x-status', status)),
    ...typed('termNote', 'x-competitor', term.competitor === true ? 'yes' : ''),
    ...typed('termNote', 'x-valid-from', validity.from),
    ...typed('termNote', 'x-valid-to', validity.to),
    ...(validity.tags ?? []).flatMap((tag) => typed('termNote', 'x-tag', tag)),
    ...(term.forms ?? []).flatMap((form) => typed('termNote', 'x-form', form)),
    ...(term.note === undefined ? [] : [`<note>${content(term.note)}</note>\n`]),
  ];
  return `<${name}><term>${content(term.text)}</term>\n${data.join('')}</${name}>\n`;
}

function typed(element: string, type: string, text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  return [`<${element} type="${value(type)}">${content(text)}</${element}>\n`];
}

function content(text: string): string {
  return escapeXmlText(assertWritable(text));
}

function value(text: string): string {
  return escapeValue(assertWritable(text));
}

function assertWritable(text: string): string {
  if (isXmlText(text)) return text;
  throw l10nErrors.create('L10N_TERMBASE', { problem: `"${text}" has a character that TBX does not allow` });
}
