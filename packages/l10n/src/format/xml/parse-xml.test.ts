import { isToolError } from '@helve/core';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { parseXml } from './parse-xml.js';
import { findAttribute, elementText, type XmlElement } from './xml-node.js';

const request = { file: 'a.xml', format: 'xml', maxDepth: 100, maxExpansion: 1000 };
const parse = (text: string): XmlElement => parseXml(text, request);

/** Returns the events of another XML parser; undefined when it refuses the text. */
function otherEvents(text: string): readonly string[] | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const events: string[] = [];
  let refused = false;
  parser.on('error', () => {
    refused = true;
  });
  parser.on('opentag', ({ name, uri, attributes }) => {
    events.push(`<${name} ${uri}`, ...Object.values(attributes).map((one) => `${one.name}|${one.uri}|${one.value}`));
  });
  parser.on('closetag', ({ name }) => void events.push(`>${name}`));
  parser.on('text', (chunk) => void events.push(chunk));
  parser.on('cdata', (chunk) => void events.push(chunk));
  parser.write(text).close();
  return refused ? undefined : events;
}

function ownEvents(text: string): readonly string[] | undefined {
  try {
    const events: string[] = [];
    const visit = (element: XmlElement): void => {
      events.push(
        `<${element.name} ${element.uri}`,
        ...element.attributes.map((one) => `${one.name}|${uriOf(one)}|${one.value}`),
      );
      for (const child of element.children) {
        if (child.kind === 'text') events.push(child.text);
        if (child.kind === 'element') visit(child);
      }
      events.push(`>${element.name}`);
    };
    visit(parse(text));
    return events;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

/** Returns the namespace; that of namespace declarations does not matter. */
function uriOf({ name, uri }: { readonly name: string; readonly uri: string }): string {
  return name === 'xmlns' ? 'http://www.w3.org/2000/xmlns/' : uri;
}

/** Joins texts, which are split differently around comments and sections. */
const joined = (events: readonly string[] | undefined): string | undefined => events?.join('');

describe('parseXml', () => {
  test.each([
    '<a/>',
    '<?xml version="1.0"?><a b="1" c=\'2\'>x</a>',
    '<a xmlns="u" xmlns:p="v"><p:b p:c="1"/></a>',
    '<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x41;</a>',
    '<a b="x&#10;y\nz\tw"/>',
    '<a>one\r\ntwo\rthree</a>',
    '<a><![CDATA[<b>&amp;]]></a>',
    '<a><!-- c --><?p i?></a>',
    '<!-- before --><a/><!-- after -->',
    '<a\n b = "1"\n>x</a\n>',
    '<\u00E9l\u00E9ment/>',
    '<a><b></a></b>',
    '<a>',
    '<a/><b/>',
    'x<a/>',
    '<a b="1" b="2"/>',
    '<a b=1/>',
    '<a b="<"/>',
    '<a>]]></a>',
    '<a>&nbsp;</a>',
    '<a>&#0;</a>',
    '<a>& b</a>',
    '<a><!-- -- --></a>',
    '<a><?xml version="1.0"?></a>',
    '<1a/>',
    '<a b="1"c="2"/>',
    '<p:a/>',
    '<a>\u0001</a>',
    '< a/>',
    '',
  ])('T106 reads %j as another reader does, or refuses it as well', (text) => {
    expect(joined(ownEvents(text))).toEqual(joined(otherEvents(text)));
  });

  test('T106 agrees with another reader on random tags and texts', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="1">',
      '</b>',
      '<c/>',
      'text',
      '&amp;',
      '&',
      '<',
      '>',
      ']]>',
      '<!-- x -->',
      '<![CDATA[',
      ' ',
      '"',
      '\r\n',
      '<?p?>',
      'é😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `<r>${pieces.join('')}</r>`;
        expect(joined(ownEvents(text)), text).toEqual(joined(otherEvents(text)));
      }),
      { numRuns: 2000 },
    );
  });

  test('T99 knows where everything stands', () => {
    const text = '<a><b  c = "1&amp;2">text</b><d/></a>';
    const [b, d] = parse(text).children;
    if (b?.kind !== 'element' || d?.kind !== 'element') throw new Error('there are no elements');
    expect(text.slice(b.start, b.openEnd)).toBe('<b  c = "1&amp;2">');
    expect(text.slice(b.openEnd, b.closeStart)).toBe('text');
    expect(text.slice(b.closeStart, b.end)).toBe('</b>');
    expect(text.slice(d.start, d.end)).toBe('<d/>');
    const c = findAttribute(b, 'c');
    expect(c?.value).toBe('1&2');
    expect(text.slice(c?.valueStart, c?.valueEnd)).toBe('1&amp;2');
  });

  test('T106 says the line and the column of what is wrong', () => {
    expect(() => parse('<a>\n  <b>\n</a>')).toThrow(/found <\/a> where <\/b> is expected, at line 3, column 1/u);
    expect(() => parse('<a>\n é😀 <b x="1" x="2"/></a>')).toThrow(/"x" occurs twice, at line 2, column 14/u);
  });

  test('an element with more attributes than anybody writes is refused by its limit', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `a${index}="x"`).join(' ');
    expect(() => parse(`<a ${many}/>`)).toThrow(/the number of attributes of an element/u);
  });

  test('T105 entities of the document are resolved up to their limit, and never markup or other files', () => {
    expect(
      elementText(
        parse('<!DOCTYPE a [<!-- <!ENTITY e "no"> --><!ENTITY e "yes &lt; &#38;amp;"><!ENTITY f "&e;!">]><a>&f;</a>'),
      ),
    ).toBe('yes < &!');
    expect(() => parse('<!DOCTYPE a [<!ENTITY e "<b/>">]><a>&e;</a>')).toThrow(/contains markup/u);
    expect(() => parse('<!DOCTYPE a [<!ENTITY e SYSTEM "b.txt">]><a>&e;</a>')).toThrow(/another file/u);
    expect(() => parse('<!DOCTYPE a [<!ENTITY e "&#38;e;">]><a>&e;</a>')).toThrow(/contains itself/u);
    expect(() => parse('<!DOCTYPE a [<!ENTITY e "&f;"><!ENTITY f "&e;">]><a/>')).toThrow(/contains itself/u);
    const long = `<!DOCTYPE a [<!ENTITY e "${'x'.repeat(600)}">]><a>&e;&e;</a>`;
    expect(() => parse(long)).toThrow(expect.objectContaining({ code: 'L10N_LIMIT' }));
    expect(() => parse('<a>'.repeat(101))).toThrow(expect.objectContaining({ code: 'L10N_LIMIT' }));
  });

  test('T105 ten thousand references and ten thousand tags take no time', () => {
    const start = cpuNow();
    expect(() => parse(`<a>${'<b '.repeat(100_000)}`)).toThrow(/L10N_PARSE|name|attribute/u);
    expect(() => parse(`<a ${'b="" '.repeat(100_000)}/>`)).toThrow(expect.objectContaining({ code: 'L10N_PARSE' }));
    expect(() => parse(`<!DOCTYPE a [${'<!ENTITY e "'.repeat(50_000)}`)).toThrow(
      expect.objectContaining({ code: 'L10N_PARSE' }),
    );
    expect(elementText(parse(`<a>${'&amp;'.repeat(100_000)}</a>`))).toHaveLength(100_000);
    expect(cpuNow() - start).toBeLessThan(2000);
  });
});
