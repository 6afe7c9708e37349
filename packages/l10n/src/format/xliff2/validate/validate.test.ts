import { describe, expect, test } from 'vitest';
import { parseXml } from '../../xml/parse-xml.js';
import { validateXliff } from './validate.js';

const modules = `xmlns:m="urn:oasis:names:tc:xliff:matches:2.0" xmlns:g="urn:oasis:names:tc:xliff:glossary:2.0" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0" xmlns:d="urn:oasis:names:tc:xliff:metadata:2.0" xmlns:r="urn:oasis:names:tc:xliff:resourcedata:2.0" xmlns:c="urn:oasis:names:tc:xliff:changetracking:2.0" xmlns:s="urn:oasis:names:tc:xliff:sizerestriction:2.0" xmlns:v="urn:oasis:names:tc:xliff:validation:2.0" xmlns:p="urn:oasis:names:tc:xliff:pgs:1.0" xmlns:its="http://www.w3.org/2005/11/its" xmlns:my="urn:my"`;

const document = (files: string, languages = 'srcLang="en" trgLang="de"'): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" ${modules} version="2.2" ${languages}>${files}</xliff>`;
const file = (content: string, attributes = ''): string => document(`<file id="f"${attributes}>${content}</file>`);
const unit = (content: string, attributes = ''): string => file(`<unit id="u"${attributes}>${content}</unit>`);
const plain = '<segment><source>a</source></segment>';
const source = (content: string): string => unit(`<segment><source>${content}</source></segment>`);
const both = (from: string, to: string): string =>
  unit(`<segment><source>${from}</source><target>${to}</target></segment>`);

function rulesOf(text: string): readonly string[] {
  const root = parseXml(text, { file: 'a.xlf', format: 'xliff2', maxDepth: 100, maxExpansion: 0 });
  return [...new Set(validateXliff(root).map(({ rule }) => rule))];
}

describe('validateXliff', () => {
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
  ])('T113 accepts %s', (_, text) => {
    expect(rulesOf(text)).toEqual([]);
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
  ])('T113 finds a broken rule "%s", case %#', (rule, text) => {
    expect(rulesOf(text)).toEqual([rule]);
  });

  test('T113 gives all violations in the order of the document, with their places', () => {
    const text = unit('<segment id="1"><source><ph id="1"/><cp hex="x"/></source></segment>');
    const root = parseXml(text, { file: 'a.xlf', format: 'xliff2', maxDepth: 100, maxExpansion: 0 });
    expect(validateXliff(root)).toEqual([
      { rule: 'unique-id', problem: 'the id "1" of <ph> is not unique', at: text.indexOf('<ph') },
      { rule: 'attribute-value', problem: '"hex" of <cp> cannot be "x"', at: text.indexOf('<cp') },
    ]);
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
  ])('%s: valid', (_, text) => {
    expect(rulesOf(text)).toEqual([]);
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
  ])('%s: not valid', (_, text, rule) => {
    expect(rulesOf(text)).toContain(rule);
  });
});
