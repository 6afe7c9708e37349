import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  textRun,
  type AltTranslations,
  type Block,
  type Part,
  type Runs,
  type Target,
  type TargetStatus,
} from '@helve/flow';
import { bytesSource, createTarget } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { fileSource } from '../byte-source.js';
import { checkRoundTrip } from '../check-round-trip.js';
import { xliff2Format } from './format.js';

const file = (units: string, languages = ' srcLang="en" trgLang="de"', version = '2.2'): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:${version}" xmlns:pgs="urn:oasis:names:tc:xliff:pgs:1.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="${version}"${languages}>
  <file id="f">
${units}
  </file>
</xliff>
`;

const unit = (content: string, attributes = '', id = 'u'): string =>
  `    <unit id="${id}"${attributes}>\n${content}\n    </unit>`;
const segment = (content: string, attributes = ''): string =>
  `      <segment${attributes}>\n        ${content}\n      </segment>`;
const single = (content: string, attributes = ''): string => file(unit(segment(content, attributes)));

describeFormat(xliff2Format, {
  cases: [
    {
      name: 'units, groups and notes',
      input: file(
        `${unit(`      <notes>\n        <note id="n">Be brief</note>\n      </notes>\n${segment('<source>Hello &amp; you</source>\n        <target>Hallo &amp; du</target>')}`, ' name="hi"', '1')}
    <group id="g" translate="no">
${unit(segment('<source>v1</source>'), '', '2')}
${unit(segment('<source>Bye</source>'), ' translate="yes"', '3')}
    </group>`,
      ),
      blocks: [
        { id: '1', name: 'hi', text: 'Hello & you', target: 'Hallo & du', note: 'Be brief' },
        { id: '2', text: 'v1', translatable: false },
        { id: '3', text: 'Bye', translatable: true },
      ],
    },
    {
      name: 'segments and ignorables',
      input: file(
        unit(
          `${segment('<source>One. </source>\n        <target order="2"> Eins.</target>', ' id="a"')}
      <ignorable><source> </source></ignorable>
${segment('<source>Two.</source><target order="1">Zwei.</target>', ' id="b"')}`,
        )
          .replace('</ignorable>', '<target order="3"/></ignorable>')
          .replace('order="2"', 'order="2"'),
      ),
      blocks: [{ id: 'u', text: 'One.  Two.', target: 'Zwei. Eins.' }],
    },
    {
      name: 'codes with original data',
      input: file(
        unit(
          `      <originalData><data id="d">[b]</data></originalData>\n${segment('<source><pc id="1" dataRefStart="d">a</pc><ph id="2"/> <sc id="3"/>b<ec startRef="3"/><mrk id="m" type="term">c</mrk>&lt;<cp hex="0003"/></source>')}`,
        ),
      ),
      blocks: [
        {
          text: '<pc id="1" dataRefStart="d">a</pc><ph id="2"/> <sc id="3"/>b<ec startRef="3"/><mrk id="m" type="term">c</mrk><\u0003',
        },
      ],
    },
    {
      name: 'version 2.0 is not held to every rule',
      input: file(
        unit(segment('<source>a</source><target>b</target>', ' state="translated" subState="Free text"')),
        ' srcLang="en"',
        '2.0',
      ),
      blocks: [{ text: 'a', target: 'b' }],
    },
  ],
  badValues: [
    {
      name: 'a unit that breaks a rule',
      input: file(`${unit(segment('<source>a</source>'))}\n${unit(segment('<target>b</target>'), '', 'v')}`),
      block: 'v',
      line: 11,
      column: 9,
    },
    {
      name: 'a unit without a source in version 2.0',
      input: file(`${unit(segment('<source>a</source>'))}\n${unit('', '', 'v')}`, ' srcLang="en"', '2.0'),
      block: 'v',
      line: 9,
      column: 5,
    },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => single(`<source>a</source><target>${raw}</target>`),
      raw: "caf&#233; é &apos; ' &gt; >",
      text: "café é ' ' > >",
    },
  ],
  malformed: [
    {
      name: 'a tag that is not closed',
      input: '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0">\n <file>',
      line: 2,
      column: 2,
    },
    { name: 'tags that cross', input: single('<source>a</target>'), line: 6, column: 18 },
    { name: 'another root', input: '<a/>', line: 1, column: 1 },
    { name: 'another namespace', input: '<xliff version="2.0"/>', line: 1, column: 1 },
    { name: 'a broken rule', input: single('<target>b</target>'), line: 6, column: 9 },
    { name: 'another root, even leniently', input: '<a/>', options: { lenient: true }, line: 1, column: 1 },
    {
      name: 'a broken rule of version 2.0, if asked to',
      input: file(unit(segment('<source>a</source><target>b</target>')), ' srcLang="en"', '2.0'),
      options: { validation: 'strict' },
      line: 6,
    },
    {
      name: 'a stray target, if asked to',
      input: file(unit(`${segment('<source>a</source>')}x<target>`)),
      options: { repair: false },
      line: 8,
    },
    {
      name: 'a namespace of another time',
      input: single('<source>a</source>').replace('version="2.2"', 'version="2.0"'),
      options: { validation: 'strict' },
      line: 2,
    },
    { name: 'too deep a file', input: single('<source>a</source>'), options: { maxDepth: 3 }, code: 'L10N_LIMIT' },
    { name: 'too long a file', input: single('<source>a</source>'), options: { maxBytes: 20 }, code: 'L10N_LIMIT' },
    {
      name: 'entities beyond their limit',
      input: `<!DOCTYPE x [<!ENTITY e "long">]>${single('<source>&e;</source>').slice(39)}`,
      options: { maxExpansion: 3 },
      code: 'L10N_LIMIT',
    },
    {
      name: 'an encoding that it is not',
      input: Buffer.from(single('<source>\u00E9</source>').replace(/^.*\n/u, ''), 'latin1'),
      options: { encoding: 'utf-8' },
      code: 'L10N_ENCODING',
    },
  ],
  testedApart: ['htmlValues', 'codeFinder', 'version'],
  exceptions: [
    { check: 'X15', reason: 'an exchange file has a segment for each form of either side' },
    ...['segments and ignorables', 'codes with original data'].map((of) => ({
      check: 'X30' as const,
      of,
      reason: 'a file of version 2.2 must have a unit',
    })),
  ],
});

async function changed(
  input: string,
  change: (block: Block) => Partial<Block> | Target | undefined,
  kit: KitOptions = {},
): Promise<string> {
  const document = await readDocument(xliff2Format, input, kit);
  const locale = kit.targetLocale ?? 'de';
  const parts = document.parts.map((part): Part => {
    const now = part.kind === 'block' ? change(part.block) : undefined;
    if (part.kind !== 'block' || !now) return part;
    const fields = 'runs' in now ? { targets: { ...part.block.targets, [locale]: now } } : now;
    return { kind: 'block', block: { ...part.block, ...fields } };
  });
  return Buffer.from((await writeDocument(xliff2Format, { ...document, parts }, kit)).bytes).toString();
}

const target = (content: string | Runs, status: TargetStatus = 'translated'): Target =>
  createTarget(typeof content === 'string' ? [textRun(content)] : content, { status });

async function firstOf(input: string): Promise<Block> {
  const [block] = (await readDocument(xliff2Format, input)).blocks;
  if (!block) throw new Error('there is no block');
  return block;
}

describe('codes of XLIFF 2', () => {
  test.each<[string, readonly object[]]>([
    [
      '<pc id="1" type="fmt" subType="xlf:b">a</pc>',
      [{ kind: 'pc-open', id: '1', type: 'fmt:bold' }, { text: 'a' }, { kind: 'pc-close', id: '1' }],
    ],
    [
      'a<ph id="1" equiv="x" disp="[x]" canCopy="no"/>',
      [
        { text: 'a' },
        { kind: 'ph', equiv: 'x', disp: '[x]', constraints: { cloneable: false, deletable: true, reorderable: true } },
      ],
    ],
    [
      '<ph id="1" canReorder="firstNo" canDelete="no" canCopy="no"/>',
      [{ constraints: { cloneable: false, deletable: false, reorderable: false } }],
    ],
    ['<sc id="1" isolated="yes"/>a', [{ kind: 'pc-open', isolated: true }, { text: 'a' }]],
    ['<ec id="1" isolated="yes"/>a', [{ kind: 'pc-close', isolated: true }, { text: 'a' }]],
    [
      '<sc id="1"/><pc id="2">a<ec startRef="1"/></pc>',
      [
        { kind: 'pc-open', id: '1', isolated: true },
        { kind: 'pc-open', id: '2' },
        { text: 'a' },
        { kind: 'pc-close', isolated: true },
        { kind: 'pc-close', id: '2' },
      ],
    ],
    [
      'a<sm id="1" translate="no"/>b<em startRef="1"/>',
      [{ text: 'a' }, { kind: 'pc-open', id: '1' }, { text: 'b' }, { kind: 'pc-close', id: '1' }],
    ],
    ['<mrk id="1" type="term">a</mrk>', [{ kind: 'pc-open' }, { text: 'a' }, { kind: 'pc-close' }]],
    ['a<cp hex="D800"/>', [{ text: 'a' }, { kind: 'ph', data: '<cp hex="D800"/>' }]],
    ['say {name}', [{ text: 'say ' }, { kind: 'ph', data: '{name}' }]],
  ])('T113 %s is read as runs, and what is made of them is written as it was', async (content, runs) => {
    const input = single(`<source>${content}</source>`);
    expect((await firstOf(input)).source).toMatchObject(runs);
    expect(await changed(input, ({ source }) => target(source))).toBe(
      input.replace('</source>', `</source>\n        <target>${content}</target>`),
    );
  });

  test('T113 codes are looked for in texts as the options say', async () => {
    const { blocks } = await readDocument(xliff2Format, single('<source>say {name}</source>'), {
      options: { codeFinder: { enabled: false, presets: [], rules: [] } },
    });
    expect(blocks[0]?.source).toEqual([textRun('say {name}')]);
  });

  test('T113 original data is what a code shows', async () => {
    const input = file(
      unit(
        `      <originalData><data id="d">[b]</data></originalData>\n${segment('<source><ph id="1" dataRef="d"/></source>')}`,
      ),
    );
    expect((await firstOf(input)).source).toMatchObject([{ disp: '[b]', data: '<ph id="1" dataRef="d"/>' }]);
  });

  test('T113 the copy of a code gets an id of its own and says what it copies', async () => {
    const input = single('<source><ph id="1"/><pc id="2">a</pc></source>');
    const written = await changed(input, ({ source }) => target([...source, ...source]));
    expect(written).toContain(
      '<target><ph id="1"/><pc id="2">a</pc><ph id="1-2" copyOf="1"/><pc id="2-2" copyOf="2">a</pc></target>',
    );
    await expect(readDocument(xliff2Format, written)).resolves.toMatchObject({ blocks: [{ id: 'u' }] });
  });

  test('T100 there is a character that XML does not allow is written as a code point', async () => {
    const input = single('<source>a</source>');
    expect(await changed(input, () => target('a\u0001\u{1F600}\uFFFF'))).toContain(
      '<target>a<cp hex="0001"/>😀<cp hex="FFFF"/></target>',
    );
  });
});

describe('what XLIFF 2 says of a unit', () => {
  test.each<[string, TargetStatus]>([
    ['', 'translated'],
    [' state="initial"', 'draft'],
    [' state="translated" subState="a:b"', 'translated'],
    [' state="reviewed"', 'reviewed'],
    [' state="final"', 'signed-off'],
  ])('T113 a segment with "%s" has the status %s', async (attributes, status) => {
    const block = await firstOf(single('<source>a</source><target>b</target>', attributes));
    expect(block.targets['de']?.status).toBe(status);
  });

  test.each<[string, TargetStatus]>(
    ['', ' state="initial"', ' id="s" state="final" subState="a:b"'].flatMap((attributes) =>
      (['new', 'draft', 'translated', 'reviewed', 'signed-off'] as const).map((status): [string, TargetStatus] => [
        attributes,
        status,
      ]),
    ),
  )('T127 a segment with "%s" that becomes %s is read back so', async (attributes, status) => {
    const written = await changed(single('<source>a</source><target>b</target>', attributes), () =>
      target('neu', status),
    );
    expect((await firstOf(written)).targets['de']).toMatchObject({ status, runs: [{ text: 'neu' }] });
  });

  test('T113 only the words change, and the state in its place', async () => {
    const input = single(
      `<source>a</source>\n        <target  xml:space='preserve'>b</target>`,
      ' state = "initial"  id="s"',
    );
    expect(await changed(input, () => target('neu'))).toBe(
      input.replace('>b<', '>neu<').replace('"initial"', '"translated"'),
    );
  });

  test('T113 a document without a language of its targets gets one with the first of them', async () => {
    const input = file(
      `${unit(segment('<source>a</source>'))}\n${unit(segment('<source>b</source>'), '', 'v')}`,
      ' srcLang="en"',
    );
    const written = await changed(input, ({ id }) => (id === 'v' ? target('neu') : undefined), { targetLocale: 'de' });
    expect(written).toBe(
      input
        .replace('srcLang="en"', 'srcLang="en" trgLang="de"')
        .replace('<source>b</source>', '<source>b</source>\n        <target>neu</target>'),
    );
    expect(await changed(input, () => undefined, { targetLocale: 'de' })).toBe(input);
  });

  test('T113 a document of another language becomes one of the new language', async () => {
    const input = file(
      `${unit(segment('<source>a</source><target xml:lang="fr">x</target>'))}\n${unit(segment('<source>b</source><target>y</target>', ' state="final"'), '', 'v')}`,
      ' srcLang="en" trgLang="fr"',
    );
    const written = await changed(input, ({ id }) => (id === 'u' ? target('neu') : undefined), { targetLocale: 'de' });
    expect(written).toBe(
      input.replaceAll('"fr"', '"de"').replace('>x<', '>neu<').replace('>y<', '><').replace('"final"', '"initial"'),
    );
  });

  test('T113 a size restriction is a hint', async () => {
    const hint = async (attributes: string) =>
      (await firstOf(file(unit(segment('<source>a</source>'), attributes)))).displayHint;
    expect(await hint(' slr:sizeRestriction="2,20"')).toEqual({ maxLength: 20, unit: 'chars' });
    expect(await hint(' slr:sizeRestriction="*" slr:storageRestriction="9"')).toEqual({ maxLength: 9, unit: 'utf8' });
    expect(await hint(' slr:sizeRestriction="*"')).toBeUndefined();
  });

  test('T113 proposals of the matches module are read', async () => {
    const matches = `      <m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match ref="#s" similarity="80" origin="tm"><source>A</source><target>Z</target></m:match></m:matches>\n`;
    const block = await firstOf(file(unit(matches + segment('<source>a</source>', ' id="s"'))));
    expect(block.annotations['alt-translation']).toEqual({
      type: 'alt-translations',
      items: [
        { source: [textRun('A')], target: [textRun('Z')], locale: 'de', score: 0.8, matchType: 'fuzzy', engine: 'tm' },
      ],
    });
  });

  test('T100 a proposal, or the original of a code, that has another text is rewritten where it stands', async () => {
    const data = (text: string) => `<originalData><data id="d">${text}</data></originalData>`;
    const code = '<ph id="1" dataRef="d"/>';
    const input = file(
      unit(
        `      <m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match ref="#s">${data('one')}<source>A</source><target>Z${code}</target></m:match></m:matches>${data('two')}\n${segment(`<source>a${code}</source>`, ' id="s"')}`,
      ),
    );
    const shown = (runs: Runs, disp: string): Runs => runs.map((run) => (run.kind === 'ph' ? { ...run, disp } : run));
    expect(await changed(input, ({ source }) => ({ source: shown(source, '2 < 3') }))).toBe(
      input.replace('two', '2 &lt; 3'),
    );
    const proposal = (await firstOf(input)).annotations['alt-translation'] as unknown as AltTranslations;
    const items = proposal.items.map((item) => ({
      ...item,
      source: [textRun('B')],
      target: shown(item.target, '1'),
    }));
    const annotations = { 'alt-translation': { type: 'alt-translations', items } } as unknown as Block['annotations'];
    expect(await changed(input, () => ({ annotations }))).toBe(input.replace('one', '1').replace('>A<', '>B<'));
  });

  test('T127 notes are read, and new ones are written beside them or before the segments', async () => {
    const noted = (items: readonly object[]) => () =>
      ({ annotations: { note: { type: 'note', items } } }) as unknown as Partial<Block>;
    const input = file(
      unit(`      <notes><note appliesTo="source" priority="2">old</note></notes>\n${segment('<source>a</source>')}`),
    );
    const [old, fresh] = [{ text: 'old', priority: 2, annotates: 'source' }, { text: 'new' }];
    expect((await firstOf(input)).annotations['note']).toEqual({ type: 'note', items: [old] });
    expect(await changed(input, noted([old, fresh]))).toBe(input.replace('</note>', '</note><note>new</note>'));
    expect(await changed(input, noted([{ ...old, text: 'a < b' }]))).toBe(input.replace('old<', 'a &lt; b<'));
    const bare = single('<source>a</source>');
    expect(await changed(bare, noted([fresh]))).toBe(
      bare.replace('<segment>', '<notes><note>new</note></notes>\n      <segment>'),
    );
  });
});

test('T113 a target outside of its segment that is never closed is passed over, and told', async () => {
  const input = file(unit(`${segment('<source>a</source>')}b<target>\n${segment('<source>c</source>')}`));
  const { blocks, losses } = await readDocument(xliff2Format, input);
  expect(blocks[0]?.source).toEqual([textRun('ac')]);
  expect(losses).toEqual([{ kind: 'repaired', detail: { reason: '<target> has no end tag', line: 7, column: 18 } }]);
  expect(await changed(input, () => undefined)).toBe(input);
});

describe('segments of XLIFF 2', () => {
  const input = file(
    unit(
      `${segment('<source>One.</source>\n        <target>Eins.</target>', ' id="a" state="reviewed"')}
      <ignorable>\n        <source> </source>\n      </ignorable>
${segment('<source>Two.</source>\n        <target> Zwei.</target>', ' id="b" state="reviewed"')}`,
    ),
  );

  test('T127 they are a segmentation of the source and of the target', async () => {
    const { overlays } = await firstOf(input);
    expect(overlays).toMatchObject([
      {
        type: 'segmentation',
        variant: null,
        spans: [{ id: 'a', props: {} }, { id: 'p2', props: { ignorable: 'true' } }, { id: 'b' }],
      },
      {
        type: 'segmentation',
        variant: 'de',
        spans: [
          { id: 'a', range: { startOffset: 0, endOffset: 5 } },
          { id: 'b', range: { startOffset: 5 } },
        ],
      },
    ]);
  });

  test('T113 a change of one segment changes that segment only', async () => {
    const written = await changed(input, (block) => {
      const overlays = structuredClone(block.overlays);
      const last = overlays[1]?.spans[1];
      if (last) last.range = { startRun: 0, startOffset: 5, endRun: 1, endOffset: 0 };
      return { overlays, targets: { de: target('Eins. Zwo!', 'reviewed') } };
    });
    expect(written).toBe(input.replace('Zwei.', 'Zwo!'));
  });

  test('T113 a target that does not say what belongs where makes one segment of them', async () => {
    const written = await changed(input, (block) => ({
      overlays: block.overlays.slice(0, 1),
      targets: { de: target('Ganz neu', 'draft') },
    }));
    const block = await firstOf(written);
    expect(block).toMatchObject({
      source: [{ text: 'One. Two.' }],
      targets: { de: { status: 'draft', runs: [{ text: 'Ganz neu' }] } },
    });
    expect(written).toContain(
      '      <segment id="a" state="initial">\n        <source>One. Two.</source>\n        <target>Ganz neu</target>\n      </segment>\n    </unit>',
    );
  });

  test('T113 a unit that must keep its segments keeps them', async () => {
    const kept = input.replace('<unit id="u">', '<unit id="u" canResegment="no">');
    const written = await changed(kept, (block) => ({
      overlays: block.overlays.slice(0, 1),
      targets: { de: target('Ganz neu', 'reviewed') },
    }));
    expect(written).toBe(
      kept
        .replace('Eins.', 'Ganz neu')
        .replace(' Zwei.', '')
        .replace('<source> </source>', '<source> </source>\n        <target></target>'),
    );
  });

  test('T127 a new segmentation cuts the unit', async () => {
    const whole = single('<source>One. Two.</source>', ' id="s"');
    const span = (id: string, startOffset: number, endRun: number, endOffset: number) => ({
      id,
      range: { startRun: 0, startOffset, endRun, endOffset },
      props: {},
    });
    const overlays = [
      { type: 'segmentation', variant: null, layer: '', spans: [span('s1', 0, 0, 4), span('s2', 5, 1, 0)] },
    ];
    const written = await changed(whole, () => ({ overlays }));
    expect(written).toContain(
      '<segment id="s1">\n        <source>One.</source>\n      </segment>\n      <ignorable>\n        <source> </source>\n      </ignorable>\n      <segment id="s2">',
    );
    expect((await firstOf(written)).overlays[0]?.spans.map(({ id }) => id)).toEqual(['s1', 'p2', 's2']);
  });
});

describe('plural, gender and select', () => {
  const input = file(
    unit(
      `${segment('<source>One file</source>', ' pgs:case="1"')}
${segment('<source><ph id="1" disp="n"/> files</source>', ' pgs:case="other"')}`,
      ' pgs:switch="plural:n" canResegment="no"',
    ),
  );

  test('T113 segments of a switch are the forms of one message', async () => {
    expect((await firstOf(input)).source).toMatchObject([
      {
        kind: 'plural',
        pivot: 'n',
        forms: { '=1': [{ text: 'One file' }], other: [{ kind: 'ph', disp: 'n' }, { text: ' files' }] },
      },
    ]);
  });

  test('T113 forms that the target has and the file lacks get a segment', async () => {
    const written = await changed(input, ({ source: [run] }) => {
      if (run?.kind !== 'plural') throw new Error('no plural');
      return target([
        { ...run, forms: { '=1': [textRun('Eine')], few: [textRun('Wenige')], other: run.forms.other ?? [] } },
      ]);
    });
    expect(written).toContain('<target>Eine</target>');
    expect(written).toContain(
      '<segment pgs:case="few">\n        <source><ph id="1" disp="n"/> files</source>\n        <target>Wenige</target>\n      </segment>\n    </unit>',
    );
    expect((await firstOf(written)).targets['de']?.runs).toMatchObject([
      { forms: { '=1': [{ text: 'Eine' }], few: [{ text: 'Wenige' }] } },
    ]);
  });

  test('T113 a switch of two variables is one form inside the other', async () => {
    const cases = ['feminine one', 'feminine other', 'other one', 'other other'];
    const units = cases.map((one) => segment(`<source>${one}</source>`, ` pgs:case="${one}"`)).join('\n');
    const block = await firstOf(file(unit(units, ' pgs:switch="gender:host, plural:n"')));
    expect(block.source).toMatchObject([
      {
        kind: 'select',
        pivot: 'host',
        cases: { feminine: [{ kind: 'plural', pivot: 'n', forms: { one: [{ text: 'feminine one' }] } }] },
      },
    ]);
  });
});

const suite = resolve(import.meta.dirname, '../../../../../../shared/data/xliff22');
const filesOf = (kind: string): readonly string[] =>
  needs('shared').ok
    ? ['core', 'modules'].flatMap((part) => {
        const folder = join(suite, part, kind);
        return readdirSync(folder)
          .filter((name) => name.endsWith('.xlf'))
          .map((name) => join(folder, name));
      })
    : [];

describe('the suite of the standard', needs('shared'), () => {
  test('T113 every valid file is accepted and comes back byte for byte', async () => {
    expect(filesOf('valid').length).toBeGreaterThan(20);
    for (const path of filesOf('valid')) {
      const trip = await checkRoundTrip(fileSource(path), xliff2Format, { document: path });
      expect(trip, path).toMatchObject({ identical: true });
    }
  });

  test('T113 every invalid file is refused with the rule that it breaks', async () => {
    expect(filesOf('invalid').length).toBeGreaterThan(50);
    for (const path of filesOf('invalid')) {
      const refusal = await checkRoundTrip(fileSource(path), xliff2Format, { document: path }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refusal, path).toMatchObject({
        code: 'L10N_PARSE',
        details: { rule: expect.any(String), line: expect.any(Number) },
      });
    }
  });

  test('T100 a changed target of every valid file is read back', async () => {
    for (const path of filesOf('valid')) {
      const document = await readDocument(xliff2Format, fileSource(path));
      const locale = document.blocks.flatMap(({ targets }) => Object.keys(targets))[0] ?? 'de';
      const isPlain = ({ source }: Block): boolean =>
        !source.some(({ kind }) => kind === 'plural' || kind === 'select');
      const parts = document.parts.map((part): Part => {
        if (part.kind !== 'block' || !isPlain(part.block)) return part;
        const overlays = part.block.overlays.filter(({ variant }) => variant === null);
        return {
          kind: 'block',
          block: { ...part.block, overlays, targets: { [locale]: target([...part.block.source, textRun('!')]) } },
        };
      });
      const { bytes } = await writeDocument(xliff2Format, { ...document, parts }, { targetLocale: locale });
      const again = await readDocument(xliff2Format, bytes, { options: { validation: 'off' }, targetLocale: locale });
      for (const block of again.blocks.filter(isPlain))
        expect(block.targets[locale]?.runs.at(-1), path).toMatchObject({
          kind: 'text',
          text: expect.stringMatching(/!$/u),
        });
    }
  });
});

describe('XLIFF 2 in pieces', () => {
  const units = (count: number): string =>
    Array.from({ length: count }, (_, at) => unit(segment(`<source>Text ${at}</source>`), '', `u${at}`)).join('\n');

  test.each([
    ['with a target language', ' srcLang="en" trgLang="de"'],
    ['without one', ' srcLang="en"'],
  ])('X123 the first blocks of a file %s come before the next pieces are parsed', async (_, languages) => {
    const broken = file(units(5000), languages).replace('Text 4999', '&none;');
    const seen: string[] = [];
    const ctx = { document: 'a.xlf', sourceLocale: 'en', signal: new AbortController().signal, lose: () => undefined };
    const reading = (async () => {
      for await (const part of xliff2Format.read(bytesSource(Buffer.from(broken)), {}, ctx)) {
        if (part.kind === 'block') seen.push(part.block.id);
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: 25_001 } });
    expect(seen.length).toBeGreaterThan(4000);
  });

  test('T113 a file of several pieces comes back byte for byte, with one change in its place', async () => {
    const input = file(units(2000));
    expect(await changed(input, () => undefined)).toBe(input);
    expect(await changed(input, ({ id }) => (id === 'u1500' ? target('neu') : undefined))).toBe(
      input.replace('Text 1500</source>', 'Text 1500</source>\n        <target>neu</target>'),
    );
  });

  test('T113 a skeleton and metadata of a file are read before its first unit', async () => {
    const head =
      '    <skeleton>a=b</skeleton>\n    <m:metadata xmlns:m="urn:oasis:names:tc:xliff:metadata:2.0"><m:metaGroup category="helve"><m:meta type="exchange">b1</m:meta></m:metaGroup></m:metadata>\n';
    const { parts } = await readDocument(xliff2Format, file(head + unit(segment('<source>a</source>'))));
    const [start] = parts.flatMap((part) => (part.kind === 'group-start' ? [part.group.properties] : []));
    expect(Object.values(start ?? {})).toEqual(expect.arrayContaining(['a=b', 'b1']));
  });

  test('T106 a file of nothing is refused', async () => {
    await expect(readDocument(xliff2Format, ' \n')).rejects.toMatchObject({ code: 'L10N_PARSE' });
  });
});

test('a lenient reader reports each violation with its place', async () => {
  const input =
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" version="2.2" srcLang="en"><file id="f"><unit id="u" a="1" b="2"><segment state="new"><source>a</source></segment></unit></file></xliff>';
  await expect(readDocument(xliff2Format, input)).rejects.toMatchObject({ code: 'L10N_PARSE' });
  const { losses } = await readDocument(xliff2Format, input, { options: { lenient: true } });
  expect(losses.map(({ kind, detail }) => [kind, detail['rule'], detail['column']])).toEqual([
    ['repaired', 'attribute', input.indexOf('<unit') + 1],
    ['repaired', 'attribute', input.indexOf('<unit') + 1],
    ['repaired', 'attribute-value', input.indexOf('<segment') + 1],
    ['repaired', 'state', input.indexOf('<segment') + 1],
  ]);
});

describe('XLIFF 2 of Angular', () => {
  test('X69 a message with codes in its forms is a plural', async () => {
    const code = '<ph id="0" equiv="INTERPOLATION" disp="{{ a }}"/>';
    const text = `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"><file original="ng.template" id="ngi18n"><unit id="1"><segment><source>{VAR_PLURAL, plural, =0 {none} other {${code} more} }</source></segment></unit></file></xliff>`;
    const document = await readDocument(xliff2Format, text);
    expect(document.blocks[0]?.source).toMatchObject([
      { kind: 'plural', pivot: 'VAR_PLURAL', forms: { other: [{ kind: 'ph', disp: '{{ a }}' }, { text: ' more' }] } },
    ]);
    expect(Buffer.from((await writeDocument(xliff2Format, document)).bytes).toString()).toBe(text);
  });
});
