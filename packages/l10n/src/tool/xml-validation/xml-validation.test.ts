import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, t, variable } from '../../testing/runs-kit.js';
import { findXmlFault } from './find-xml-fault.js';
import { xmlValidation } from './xml-validation.js';

type Content = Parameters<typeof aBlock>[0];

const checked = async (source: Content, config: object = {}, target: Content = 'ok') =>
  (await runTool(xmlValidation, [aBlock(source, { de: target })], { config: { ...config } })).block;

describe('xml-validation', () => {
  test.each([
    'plain',
    '<b>bold</b> and <br/>',
    'a &amp; b &lt; &#233; &quot; &apos; &gt;',
    '<x:g a:b="c">x</x:g>',
    '<![CDATA[<b>]]><!-- c --><?pi x?>',
    '',
  ])('T36 %s is well-formed', async (text) => {
    expect(rulesFound(await checked(text))).toEqual([]);
  });

  test.each([
    ['a & b', 'is not a known reference', 2, 3],
    ['x &nbsp; y', 'is not a known reference', 2, 3],
    ['<b>bold', 'no end tag', 0, 1],
    ['a </b>', 'closes nothing', 2, 3],
    ['<b><i></b></i>', 'where </i> is expected', 6, 7],
    ['1\n2 <b a=1/>', 'is not quoted', 9, 10],
    ['😀 < 3', 'a name is expected', 3, 4],
    ['<!DOCTYPE x>', 'starts nothing here', 0, 1],
  ])('T36 %s is not, from the place on where it goes wrong', async (text, problem, start, end) => {
    const [finding] = foundIn(await checked(text));
    expect(finding).toMatchObject({ rule: 'xml.not-well-formed', severity: 'major', side: 'source' });
    expect(finding?.message).toContain(problem);
    expect(finding?.source).toMatchObject({ start, end });
  });

  test('T36 codes count as they are written, and a fault in one is that code', async () => {
    expect(rulesFound(await checked([...bold('1', t('x')), variable('2', '&amp;')]))).toEqual([]);
    expect(foundIn(await checked([t('ab'), variable('1', '<br>'), t('c')]))).toMatchObject([
      { source: { start: 2, end: 3 } },
    ]);
  });

  test('T36 every form is read by itself', async () => {
    const source = [t('<b>'), plural({ one: 'a & b', other: '<i/>' }), t('</b>')];
    expect(foundIn(await checked(source))).toMatchObject([{ source: { path: '/1:one', start: 2, end: 3 } }]);
  });

  test('T36 without a root around it, a text is a whole document without a document type', async () => {
    const whole = { wrapRoot: false };
    expect(rulesFound(await checked('<a>x</a>', whole))).toEqual([]);
    expect(rulesFound(await checked('<?xml version="1.0"?>\n<a/>', whole))).toEqual([]);
    expect(rulesFound(await checked('<a/><b/>', whole))).toEqual(['xml.not-well-formed']);
    expect(rulesFound(await checked('x', whole))).toEqual(['xml.not-well-formed']);
    expect(foundIn(await checked('<!-- -->\n<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', whole))).toMatchObject([
      { message: 'The text is not well-formed XML: the text contains a document type', source: { start: 9, end: 10 } },
    ]);
  });

  test('T36 looks at the source, at targets, or at both', async () => {
    const sides = async (config: object) => foundIn(await checked('&', config, '<')).map(({ side }) => side);
    expect(await sides({})).toEqual(['source']);
    expect(await sides({ checkTarget: true })).toEqual(['source', 'target']);
    expect(await sides({ checkSource: false, checkTarget: true })).toEqual(['target']);
    await expect(checked('x', { checkSource: false })).rejects.toThrow('both off');
  });

  test('T36 severities are as the project says', async () => {
    const severities = { 'xml.not-well-formed': 'critical' };
    expect(foundIn(await checked('&', { severities }))).toMatchObject([{ severity: 'critical' }]);
  });

  test('T2 blocks that are not translated are left alone', async () => {
    const { block } = await runTool(xmlValidation, [aBlock('&', {}, { translatable: false })]);
    expect(block.overlays).toEqual([]);
  });

  test('T36 agrees with another parser about what is well-formed', () => {
    const piece = fc.constantFrom(
      '<b>',
      '</b>',
      '<i x="1">',
      '</i>',
      '<br/>',
      '&amp;',
      '&',
      '<',
      '>',
      '"',
      'a',
      ' ',
      ']]>',
      '<!--',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(findXmlFault(text, true) === undefined, text).toBe(isWellFormed(`<root>${text}</root>`));
      }),
      { numRuns: 500 },
    );
  });
});

function isWellFormed(text: string): boolean {
  const parser = new SaxesParser();
  let sound = true;
  parser.on('error', () => (sound = false));
  parser.write(text).close();
  return sound;
}
