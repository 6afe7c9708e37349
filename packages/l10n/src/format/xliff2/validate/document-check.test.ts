import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../testing/document-kit.js';
import { xliff2Format } from '../format.js';

const modules = `xmlns:m="urn:oasis:names:tc:xliff:matches:2.0" xmlns:g="urn:oasis:names:tc:xliff:glossary:2.0" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0" xmlns:d="urn:oasis:names:tc:xliff:metadata:2.0" xmlns:r="urn:oasis:names:tc:xliff:resourcedata:2.0" xmlns:c="urn:oasis:names:tc:xliff:changetracking:2.0" xmlns:s="urn:oasis:names:tc:xliff:sizerestriction:2.0" xmlns:v="urn:oasis:names:tc:xliff:validation:2.0" xmlns:p="urn:oasis:names:tc:xliff:pgs:1.0" xmlns:its="http://www.w3.org/2005/11/its" xmlns:my="urn:my"`;

const document = (files: string, languages = 'srcLang="en" trgLang="de"'): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" ${modules} version="2.2" ${languages}>${files}</xliff>`;
const file = (content: string, attributes = ''): string => document(`<file id="f"${attributes}>${content}</file>`);
const unit = (content: string, attributes = ''): string => file(`<unit id="u"${attributes}>${content}</unit>`);
const plain = '<segment><source>a</source></segment>';
const source = (content: string): string => unit(`<segment><source>${content}</source></segment>`);
const both = (from: string, to: string): string =>
  unit(`<segment><source>${from}</source><target>${to}</target></segment>`);

const strict = { validation: 'strict', lenient: true, onBadValue: 'skip' };

async function rulesOf(text: string): Promise<readonly unknown[]> {
  const { losses } = await readDocument(xliff2Format, text, { options: strict });
  return [...new Set(losses.flatMap(({ detail }) => detail['rule'] ?? []))];
}

describe('the rules of the standard', () => {
  test.each([
    ['a plain unit', unit(plain)],
    [
      'codes of every kind',
      source(
        '<pc id="1"><ph id="2"/></pc><sc id="3"/><ec startRef="3"/><mrk id="4"/><sm id="5"/><em startRef="5"/><cp hex="0001"/>',
      ),
    ],
    ['the same codes on both sides', both('<ph id="1"/><pc id="2">a</pc>', '<pc id="2">b</pc><ph id="1"/>')],
    [
      'a sequence that is moved as a whole',
      both(
        '<ph id="1" canReorder="firstNo" canCopy="no" canDelete="no"/><ph id="2" canReorder="no" canCopy="no" canDelete="no"/><ph id="3"/>',
        '<ph id="3"/><ph id="1" canReorder="firstNo" canCopy="no" canDelete="no"/><ph id="2" canReorder="no" canCopy="no" canDelete="no"/>',
      ),
    ],
    ['a copy', source('<ph id="1"/><ph id="2" copyOf="1"/>')],
    ['a code whose end is in another unit', source('<sc id="1" isolated="yes"/><ec id="2" isolated="yes"/>')],
    [
      'texts in codes',
      file(
        '<unit id="a"><segment><source><ph id="1" subFlows="b"/></source></segment></unit><unit id="b"><segment><source>x</source></segment></unit>',
      ),
    ],
    [
      'languages that are said again',
      unit('<segment><source xml:lang="EN">a</source><target xml:lang="de">b</target></segment>'),
    ],
    [
      'notes and annotations',
      unit(
        '<notes><note id="n">x</note></notes><segment><source><mrk id="1" type="comment" ref="#n=n">a</mrk><mrk id="2" type="comment" value="x">b</mrk></source></segment>',
      ),
    ],
    [
      'extensions where they may stand',
      file(
        '<my:a id="1"/><unit id="u" my:b="1"><my:a id="1"/><segment><source>a</source></segment></unit>',
        ' my:c="1"',
      ),
    ],
    [
      'forms that repeat codes',
      unit(
        '<segment p:case="one"><source><ph id="1"/></source></segment><segment p:case="other"><source><ph id="1"/></source></segment>',
        ' p:switch="plural:n"',
      ),
    ],
    [
      'ITS in force',
      unit(
        '<segment><source><mrk id="1" type="its:generic" its:locQualityRatingScore="1">a</mrk></source></segment>',
        ' its:version="2.0"',
      ),
    ],
    ['a rule of an extension', unit(`<v:validation><v:rule my:x="1"/></v:validation>${plain}`)],
  ])('T113 %s breaks none', async (_, text) => {
    expect(await rulesOf(text)).toEqual([]);
  });

  test.each([
    ['version', document(`<file id="f"><unit id="u">${plain}</unit></file>`).replace('version="2.2"', 'version="2.1"')],
    ['required-attribute', document(`<file><unit id="u">${plain}</unit></file>`)],
    ['attribute-value', unit(plain, ' translate="maybe"')],
    ['attribute-value', document(`<file id="f"><unit id="u">${plain}</unit></file>`, 'srcLang="e"')],
    ['attribute-value', source('<cp hex="0041"/>')],
    ['attribute', unit('<segment my:x="1"><source>a</source></segment>')],
    ['attribute', unit(plain, ' unknown="1"')],
    ['children', document('')],
    ['children', unit('<segment><target>a</target></segment>')],
    ['children', unit(`${plain}<notes><note>x</note></notes>`)],
    ['element', unit(`<g:unknown/>${plain}`)],
    ['text', unit(`words${plain}`)],
    [
      'module-place',
      file(
        `<g:glossary><g:glossEntry><g:term>a</g:term><g:definition>b</g:definition></g:glossEntry></g:glossary><unit id="u">${plain}</unit>`,
      ),
    ],
    ['unique-id', file(`<unit id="u">${plain}</unit><group id="g"><unit id="u">${plain}</unit></group>`)],
    ['unique-id', source('<ph id="1"/><pc id="1">a</pc>')],
    ['unique-id', both('<ph id="1"/>', '<pc id="1">a</pc>')],
    [
      'unique-id',
      unit(
        '<originalData><data id="d">a</data><data id="d">b</data></originalData><segment><source>a</source></segment>',
      ),
    ],
    ['unique-id', unit(`<my:a xml:id="1"/><my:b id="1"/>${plain}`)],
    [
      'unique-id',
      unit(`<d:metadata id="a"><d:metaGroup id="a"><d:meta type="t">x</d:meta></d:metaGroup></d:metadata>${plain}`),
    ],
    ['segment', unit('<ignorable><source>a</source></ignorable>')],
    ['order', unit('<segment><source>a</source><target order="2">b</target></segment>')],
    [
      'order',
      unit(
        '<segment><source>a</source><target order="2">b</target></segment><segment><source>a</source><target>b</target></segment>',
      ),
    ],
    ['state', unit('<segment state="final"><source>a</source></segment>')],
    ['sub-state', unit('<segment subState="a:b"><source>a</source></segment>')],
    [
      'target-language',
      document(
        '<file id="f"><unit id="u"><segment><source>a</source><target>b</target></segment></unit></file>',
        'srcLang="en"',
      ),
    ],
    ['language', file(`<unit id="u">${plain}</unit>`, ' xml:lang="fr"')],
    ['pair', source('<ec startRef="1"/>')],
    ['pair', source('<em startRef="1"/>')],
    ['pair', source('<sc id="1" canCopy="no"/><ec startRef="1"/>')],
    ['isolated', source('<sc id="1"/>')],
    ['isolated', source('<sc id="1" isolated="yes"/><ec startRef="1"/>')],
    ['isolated', source('<sc id="1"/><ec startRef="1" dir="ltr"/>')],
    ['copy-of', source('<ph id="1" canCopy="no"/><ph id="2" copyOf="1"/>')],
    ['copy-of', source('<ph id="2" copyOf="1"/>')],
    ['can-delete', both('<ph id="1" canDelete="no"/>', 'a')],
    ['can-reorder', source('<ph id="1" canReorder="no" canCopy="no" canDelete="no"/>')],
    [
      'can-reorder',
      both(
        '<ph id="1" canReorder="firstNo" canCopy="no" canDelete="no"/><ph id="2" canReorder="no" canCopy="no" canDelete="no"/>',
        '<ph id="1" canReorder="firstNo" canCopy="no" canDelete="no"/><ph id="3" canReorder="firstNo" canCopy="no" canDelete="no"/><ph id="2" canReorder="no" canCopy="no" canDelete="no"/>',
      ),
    ],
    ['sub-type', source('<ph id="1" subType="a:b"/>')],
    ['sub-type', source('<ph id="1" type="ui" subType="xlf:b"/>')],
    ['data-ref', source('<ph id="1" dataRef="d"/>')],
    ['sub-flows', source('<ph id="1" subFlows="x"/>')],
    ['annotation', source('<mrk id="1" type="comment">a</mrk>')],
    ['annotation', source('<mrk id="1" type="m:match" ref="#1">a</mrk>').replace('m:match', 'mtc:match')],
    ['fragment', source('<mrk id="1" type="my:t" ref="#u=1/f=2">a</mrk>')],
    ['fragment', source('<mrk id="1" type="my:t" ref="#q=1">a</mrk>')],
    [
      'reference',
      unit(`<m:matches><m:match ref="#x"><source>a</source><target>b</target></m:match></m:matches>${plain}`),
    ],
    ['reference', unit(`<r:resourceData><r:resourceItemRef ref="x"/></r:resourceData>${plain}`)],
    [
      'reference',
      unit(
        `<c:changeTrack><c:revisions appliesTo="note" ref="x"><c:revision><c:item property="content">a</c:item></c:revision></c:revisions></c:changeTrack>${plain}`,
      ),
    ],
    ['glossary', unit(`<g:glossary><g:glossEntry><g:term>a</g:term></g:glossEntry></g:glossary>${plain}`)],
    [
      'resource',
      unit(
        `<r:resourceData><r:resourceItem mimeType="a/b"><r:source href="x"><my:a/></r:source></r:resourceItem></r:resourceData>${plain}`,
      ),
    ],
    ['skeleton', file(`<skeleton/><unit id="u">${plain}</unit>`)],
    ['validation', unit(`<v:validation><v:rule isPresent="a" startsWith="b"/></v:validation>${plain}`)],
    ['validation', unit(`<v:validation><v:rule startsWith="a" occurs="2"/></v:validation>${plain}`)],
    ['format-style', unit(plain, ' fs:subFs="a,b"')],
    ['format-style', unit(plain, ' fs:fs="paragraph"')],
    ['size', unit(plain, ' s:sizeRestriction="many"')],
    ['size', source('<sc id="1"/><ec startRef="1" s:sizeInfo="1"/>')],
    ['size', unit(plain, ' s:sizeInfoRef="x"')],
    ['variants', unit('<segment p:case="some"><source>a</source></segment>', ' p:switch="plural:n"')],
    ['variants', unit(plain, ' p:switch="number:n"')],
    ['variants', unit('<segment p:case="one"><source>a</source></segment>')],
    ['its', source('<mrk id="1" type="its:generic" its:locQualityRatingScore="1">a</mrk>')],
    ['its', unit('<segment><source><mrk id="1" its:taIdent="x">a</mrk></source></segment>', ' its:version="2.0"')],
  ])('T113 "%s" is found when it is broken, case %#', async (rule, text) => {
    expect(await rulesOf(text)).toEqual([rule]);
  });

  test('T113 violations are told in the order of the document, with their places', async () => {
    const text = unit('<segment id="1"><source><ph id="1"/><cp hex="x"/></source></segment>');
    const { losses } = await readDocument(xliff2Format, text, { options: strict });
    const place = (tag: string) => ({ line: 1, column: text.indexOf(tag) + 1 });
    expect(losses.map(({ detail }) => detail)).toEqual([
      { reason: 'standard', rule: 'unique-id', problem: 'the id "1" of <ph> is not unique', ...place('<ph') },
      { reason: 'standard', rule: 'attribute-value', problem: '"hex" of <cp> cannot be "x"', ...place('<cp') },
    ]);
  });
});

const resource = (id: string) =>
  `<r:resourceData><r:resourceItem id="${id}" mimeType="a/b"><r:source href="x"/></r:resourceItem></r:resourceData>`;
const reference = (id: string) => `<r:resourceData><r:resourceItemRef ref="${id}"/></r:resourceData>`;
const named = (id: string, content = '') => `<unit id="${id}">${content}${plain}</unit>`;
const flowing = (id: string, to: string) =>
  `<unit id="${id}"><segment><source><ph id="1" subFlows="${to}"/></source></segment></unit>`;
const revision = (attributes: string) =>
  `<c:changeTrack><c:revisions ${attributes}><c:revision><c:item property="content">a</c:item></c:revision></c:revisions></c:changeTrack>`;
const issues = `<its:locQualityIssues xml:id="i"><its:locQualityIssue locQualityIssueType="other"/></its:locQualityIssues>`;

describe('references to what comes before or behind them', () => {
  test.each([
    ['a text in a code of a unit before it', file(named('a') + flowing('b', 'a'))],
    ['a text in a code of a unit behind it', file(`<group id="g">${flowing('b', 'a')}</group>${named('a')}`)],
    ['a resource of a unit before it', file(named('a', resource('r')) + named('b', reference('r')))],
    ['a resource of a unit behind it', file(named('a', reference('r')) + named('b', resource('r')))],
    [
      'a revision of a unit that comes',
      file(`${revision('appliesTo="unit" ref="u"')}<group id="g">${named('u')}</group>`),
    ],
    ['a revision of the only group', file(`${revision('appliesTo="group"')}<group id="g">${named('u')}</group>`)],
    [
      'issues of a group that are in it',
      file(
        `<group id="g" its:version="2.0" its:locQualityIssuesRef="#its=i">${issues}<unit id="u">${plain}</unit></group>`,
      ),
    ],
    ['units of two files with one id', document(`<file id="f">${named('u')}</file><file id="g">${named('u')}</file>`)],
  ])('T113 %s is found', async (_, text) => {
    expect(await rulesOf(text)).toEqual([]);
  });

  test.each([
    ['sub-flows', `<file id="f">${flowing('b', 'a')}</file><file id="g">${named('a')}</file>`],
    ['reference', `<file id="f">${named('b', reference('r'))}</file><file id="g">${named('a', resource('r'))}</file>`],
    ['reference', `<file id="f">${revision('appliesTo="unit" ref="v"')}${named('u')}</file>`],
    ['reference', `<file id="f">${revision('appliesTo="unit"')}${named('u')}${named('v')}</file>`],
    [
      'its',
      `<file id="f"><group id="g" its:version="2.0" its:locQualityIssuesRef="#its=i">${named('u')}</group></file>`,
    ],
    ['unique-id', `<file id="f">${named('u')}</file><file id="f">${named('u')}</file>`],
  ])('T113 "%s" is broken at the end of what would hold it, case %#', async (rule, files) => {
    expect(await rulesOf(document(files))).toEqual([rule]);
    await expect(readDocument(xliff2Format, document(files))).rejects.toMatchObject({ details: { rule } });
  });

  test('X9 a unit that refers to nothing is skipped, and those before and behind it are read', async () => {
    const text = file(named('a') + flowing('b', 'x') + named('c'));
    const { blocks, losses } = await readDocument(xliff2Format, text, { options: { onBadValue: 'skip' } });
    expect(blocks.map(({ id, translatable }) => [id, translatable])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ]);
    expect(losses).toMatchObject([{ kind: 'block-skipped', block: 'b', detail: { column: text.indexOf('<ph') + 1 } }]);
  });

  test('T113 each of many ids is told from the others, and one that comes again is found', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => named(`unit-${at}`)).join('');
    expect(await rulesOf(file(many))).toEqual([]);
    expect(await rulesOf(file(many + named('unit-17')))).toEqual(['unique-id']);
    const alike = file(named('unit-17') + named('unit-17').repeat(300));
    await expect(readDocument(xliff2Format, alike)).rejects.toMatchObject({ details: { rule: 'unique-id' } });
  });
});

describe('rules of scope and of modules', () => {
  test.each([
    [
      'a code of the target that moved to another segment',
      unit(
        '<segment><source><ph id="1"/></source><target>a</target></segment><segment><source>b</source><target><ph id="1"/></target></segment>',
      ),
    ],
    ['a pair that the target has as two codes', both('<pc id="1">a</pc>', '<sc id="1"/>a<ec startRef="1"/>')],
    [
      'a rule of a file that is disabled',
      file(
        '<v:validation><v:rule isPresent="a" disabled="yes"/></v:validation><unit id="u"><segment><source>a</source></segment></unit>',
      ),
    ],
    ['styles with several values', source('<pc id="1" fs:fs="img" fs:subFs="src,a.png\\alt,a\\, b">a</pc>')],
    [
      'sizes of an unknown profile',
      file(
        '<s:profiles generalProfile="my:p"/><unit id="u" s:sizeRestriction="wide"><segment><source>a</source></segment></unit>',
      ),
    ],
  ])('%s: valid', async (_, text) => {
    expect(await rulesOf(text)).toEqual([]);
  });

  test.each([
    [
      'two notes of the document with one id',
      document(
        '<notes><note id="n">a</note><note id="n">b</note></notes><file id="f"><unit id="u"><segment><source>a</source></segment></unit></file>',
      ),
      'unique-id',
    ],
    ['an id of a code and of an annotation', both('<ph id="1"/>', '<mrk id="1">a</mrk>'), 'unique-id'],
    ['a type with the reserved prefix', unit(plain, ' type="xlf:a"'), 'reserved-prefix'],
    [
      'a rule that occurs no time',
      file(`<v:validation><v:rule isPresent="a" occurs="0"/></v:validation><unit id="u">${plain}</unit>`),
      'attribute-value',
    ],
    ['profiles in a unit', unit(`<s:profiles generalProfile="xliff:codepoints"/>${plain}`), 'module-place'],
    ['a size on an end that is not isolated', source('<sc id="1"/>a<ec startRef="1" s:sizeRestriction="5"/>'), 'size'],
    ['stored bytes of a unit', unit(plain, ' s:equivStorage="5"'), 'size'],
    ['a style without a value', source('<pc id="1" fs:fs="img" fs:subFs="src,a\\alt">a</pc>'), 'format-style'],
    [
      'a revision of no element',
      unit(
        `<c:changeTrack><c:revisions appliesTo="nothing"><c:revision><c:item property="content">a</c:item></c:revision></c:revisions></c:changeTrack>${plain}`,
      ),
      'reference',
    ],
    [
      'a revision without a date',
      unit(
        `<c:changeTrack><c:revisions appliesTo="source"><c:revision datetime="today"><c:item property="content">a</c:item></c:revision></c:revisions></c:changeTrack>${plain}`,
      ),
      'attribute-value',
    ],
    [
      'two revisions of one version',
      unit(
        `<c:changeTrack><c:revisions appliesTo="source"><c:revision version="1"><c:item property="content">a</c:item></c:revision><c:revision version="1"><c:item property="content">b</c:item></c:revision></c:revisions></c:changeTrack>${plain}`,
      ),
      'unique-id',
    ],
    ['an empty group of metadata', unit(`<d:metadata><d:metaGroup/></d:metadata>${plain}`), 'children'],
  ])('%s: not valid', async (_, text, rule) => {
    expect(await rulesOf(text)).toContain(rule);
  });
});
