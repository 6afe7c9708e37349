import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textRun, type Block, type Origin, type Part, type Target, type TargetStatus } from '@helve/flow';
import { createTarget, dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { needs } from '../../../../../test/needs.js';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { allFormats } from '../all-formats.js';
import { fileSource } from '../byte-source.js';
import { checkRoundTrip } from '../check-round-trip.js';
import { createFormats } from '../create-formats.js';
import { xliffFormat } from './format.js';

const file = (units: string, language = ' target-language="de"', more = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"${more}>
  <file source-language="en"${language} datatype="plaintext" original="a.txt">
    <body>
${units}
    </body>
  </file>
</xliff>
`;

const unit = (content: string, attributes = ''): string =>
  `      <trans-unit id="u"${attributes}>\n        ${content}\n      </trans-unit>`;

describeFormat(xliffFormat, {
  cases: [
    {
      name: 'units with and without a target',
      input: file(
        `      <trans-unit id="1" resname="greeting">
        <source>Hello &amp; welcome</source>
        <target state="translated">Hallo &amp; willkommen</target>
        <note priority="2" from="dev">Shown at the top</note>
      </trans-unit>
      <trans-unit id="2">
        <source>Bye</source>
      </trans-unit>
      <trans-unit id="3" translate="no"><source>v1.0</source></trans-unit>`,
      ),
      blocks: [
        { id: '1', name: 'greeting', text: 'Hello & welcome', target: 'Hallo & willkommen', note: 'Shown at the top' },
        { id: '2', name: '2', text: 'Bye', target: '' },
        { id: '3', text: 'v1.0', translatable: false },
      ],
    },
    {
      name: 'groups, prefixes, CDATA, empty elements and unknown ones',
      input: `<x:xliff version="1.2" xmlns:x="urn:oasis:names:tc:xliff:document:1.2" xmlns:my="urn:my">\r
<x:file source-language="en" target-language="de"><x:header><my:tool a='1'/></x:header><x:body>\r
<x:group resname="g"><x:trans-unit id="a" my:k="v"><my:before/><x:source><![CDATA[<b> & ]]></x:source><x:target><![CDATA[x]]></x:target><my:after>t</my:after></x:trans-unit>\r
<x:trans-unit id='a'><x:source/><x:target/></x:trans-unit></x:group></x:body></x:file></x:xliff>`,
      blocks: [
        { id: 'a', text: '<b> & ', target: 'x' },
        { id: 'a#2', text: '', target: '', properties: { '@document-id': 'a' } },
      ],
    },
    {
      name: 'UTF-16',
      input: Buffer.from(`\uFEFF${file(unit('<source>é😀</source>')).replace('utf-8', 'UTF-16')}`, 'utf16le'),
      blocks: [{ id: 'u', text: 'é😀' }],
    },
    {
      name: 'Latin-1',
      input: Buffer.from(file(unit('<source>caf\u00E9</source>')).replace('utf-8', 'ISO-8859-1'), 'latin1'),
      blocks: [{ id: 'u', text: 'café' }],
    },
    { name: 'an empty file', input: '', blocks: [] },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => file(unit(`<source>a</source><target>${raw}</target>`)),
      raw: "caf&#233; é &apos; ' &gt; >",
      text: "café é ' ' > >",
    },
  ],
  badValues: [
    {
      name: 'a unit without a source',
      input: file(`${unit('<source>a</source>')}\n<trans-unit id="é" resname="b"><target>x</target></trans-unit>`),
      block: 'b',
      line: 8,
      column: 1,
    },
  ],
  plurals: [
    {
      name: 'units of Xcode',
      input: file(
        `<trans-unit id="days|==|plural.one"><source>%lld day</source></trans-unit>
<trans-unit id="days|==|plural.other"><source>%lld days</source></trans-unit>`,
        '',
      ).replace('<body>', '<header><tool tool-id="com.apple.dt.xcode"/></header><body>'),
    },
  ],
  malformed: [
    { name: 'a tag that is not closed', input: '<xliff version="1.2">\n <file>', line: 2, column: 2 },
    { name: 'tags that cross', input: file(unit('<source>a</target>')), line: 6, column: 18 },
    { name: 'another root', input: '<tmx/>', line: 1, column: 1 },
    { name: 'another version', input: '<xliff version="2.0"/>', line: 1, column: 1 },
    { name: 'a prefix that nobody declares', input: '<xliff version="1.2"><a:b/></xliff>', line: 1, column: 22 },
    { name: 'an entity that nobody declares', input: file(unit('<source>&nbsp;</source>')), line: 6, column: 17 },
    { name: 'elements without end', input: `<xliff version="1.2">${'<a>'.repeat(2000)}`, code: 'L10N_LIMIT' },
    { name: 'groups without end', input: `<xliff version="1.2"><file>${'<group>'.repeat(2000)}`, code: 'L10N_LIMIT' },
    { name: 'an end tag of another element', input: '<xliff version="1.2">\n<file></xliff>', line: 2, column: 7 },
    { name: 'an end tag that is cut off', input: '<xliff version="1.2">\n</xli', line: 2, column: 1 },
    { name: 'an element behind the root', input: '<xliff version="1.2"></xliff>\n<x/>', line: 2, column: 1 },
    { name: 'too deep a file', input: file(unit('<source>a</source>')), options: { maxDepth: 3 }, code: 'L10N_LIMIT' },
    { name: 'too long a file', input: file(unit('<source>a</source>')), options: { maxBytes: 20 }, code: 'L10N_LIMIT' },
    {
      name: 'an encoding that it is not',
      input: Buffer.from('<xliff version="1.2"><!-- \u00E9 --></xliff>', 'latin1'),
      options: { encoding: 'utf-8' },
      code: 'L10N_ENCODING',
    },
  ],
  testedApart: ['dialect', 'htmlValues', 'codeFinder', 'targetState', 'maxExpansion'],
  refuses: [{ matches: new RegExp(String.fromCodePoint(1), 'u'), reason: 'XML 1.0 has no such character' }],
});

async function changed(
  input: string,
  change: (block: Block) => Target | undefined,
  kit: KitOptions = {},
): Promise<string> {
  const document = await readDocument(xliffFormat, input, kit);
  const locale = kit.targetLocale ?? 'de';
  const parts = document.parts.map((part): Part => {
    const target = part.kind === 'block' ? change(part.block) : undefined;
    if (part.kind !== 'block' || !target) return part;
    return { kind: 'block', block: { ...part.block, targets: { ...part.block.targets, [locale]: target } } };
  });
  return Buffer.from((await writeDocument(xliffFormat, { ...document, parts }, kit)).bytes).toString();
}

const target = (text: string, status: TargetStatus = 'translated'): Target => createTarget([textRun(text)], { status });
const first = async (content: string, attributes = ''): Promise<Block> => {
  const [block] = (await readDocument(xliffFormat, file(unit(content, attributes)))).blocks;
  if (!block) throw new Error('there is no block');
  return block;
};

describe('codes of XLIFF 1.2', () => {
  test.each([
    ['<g id="1" ctype="bold">a</g>', ['pc-open 1 fmt:bold', 'a', 'pc-close 1 fmt:bold']],
    ['a<x id="1" ctype="lb" equiv-text="-"/>', ['a', 'ph 1 struct:break']],
    ['<bx id="1" rid="7"/>a<ex id="2" rid="7"/>', ['pc-open 7 code:markup', 'a', 'pc-close 7 code:markup']],
    ['<bpt id="1">&lt;b></bpt>a<ept id="1">&lt;/b></ept>', ['pc-open 1 code:markup', 'a', 'pc-close 1 code:markup']],
    ['<ph id="1">{0}</ph> a', ['ph 1 code:placeholder', ' a']],
    ['<it id="1" pos="open">[</it>a', ['pc-open 1 code:markup alone', 'a']],
    ['<mrk mtype="protected">a</mrk>', ['pc-open c code:markup', 'a', 'pc-close c code:markup']],
    [
      '<ph id="1">img alt="<sub>text</sub>" title="<sub>more</sub>"</ph>',
      ['pc-open 1 code:placeholder', 'text', 'ph 1#2 code:placeholder', 'more', 'pc-close 1 code:placeholder'],
    ],
    ['<my:x xmlns:my="urn:my" a="1"><b/></my:x>a', ['ph c code:markup', 'a']],
    [
      '<bpt id="1"/><bpt id="2"/>a<ept id="1"/>b<ept id="2"/>',
      [
        'pc-open 1 code:markup alone',
        'pc-open 2 code:markup',
        'a',
        'pc-close 1#2 code:markup alone',
        'b',
        'pc-close 2 code:markup',
      ],
    ],
    ['say {name}', ['say ', 'ph t1 code:variable']],
  ])('T112 %s is read as runs, and what is made of them is written as it was', async (content, runs) => {
    const block = await first(`<source>${content}</source>`);
    expect(block.source.map(shown)).toEqual(runs);
    const copied = await changed(file(unit(`<source>${content}</source>`)), ({ source }) =>
      createTarget(source, { status: 'translated' }),
    );
    expect(copied).toContain(`<source>${content}</source>\n        <target>${content}</target>`);
  });

  test('T112 a code has one id on both sides, in whatever order', async () => {
    const block = await first(
      '<source><x id="1"/>a<g id="1">b</g>{n}</source><target>{n}<g id="1">B</g><x id="1"/></target>',
    );
    const ids = (runs: readonly { readonly kind: string; readonly id?: string; readonly data?: string }[]) =>
      Object.fromEntries(
        runs.flatMap(({ kind, id, data }) => (id !== undefined && kind !== 'pc-close' ? [[data, id]] : [])),
      );
    expect(ids(block.targets['de']?.runs ?? [])).toEqual(ids(block.source));
  });

  test('T100 codes that do not nest are refused, and nothing is written wrong', async () => {
    const input = file(unit('<source><g id="1">a</g></source>'));
    const crossed = changed(input, ({ source }) => createTarget(source.toReversed(), { status: 'draft' }));
    await expect(crossed).rejects.toMatchObject({ code: 'L10N_UNWRITABLE', details: { block: 'u' } });
  });

  test('T112 codes are looked for in texts as the options say', async () => {
    const options = { codeFinder: { enabled: false, presets: [], rules: [] } };
    const { blocks } = await readDocument(xliffFormat, file(unit('<source>say {name}</source>')), { options });
    expect(blocks[0]?.source).toEqual([textRun('say {name}')]);
  });

  function shown(run: Block['source'][number]): string {
    if (run.kind === 'text') return run.text;
    if (!('type' in run)) return run.kind;
    return `${run.kind} ${run.id} ${run.type}${'isolated' in run && run.isolated ? ' alone' : ''}`;
  }
});

describe('what XLIFF 1.2 says of a unit', () => {
  test.each<[string, string, TargetStatus | undefined]>([
    ['<target>t</target>', '', 'translated'],
    ['<target>t</target>', ' approved="yes"', 'reviewed'],
    ['<target state="new">t</target>', '', 'new'],
    ['<target state="needs-review-l10n">t</target>', '', 'draft'],
    ['<target state="needs-translation">s</target>', '', 'new'],
    ['<target state="needs-translation">t</target>', '', 'draft'],
    ['<target state="needs-translation"/>', '', undefined],
    ['<target state="signed-off">t</target>', '', 'signed-off'],
    ['<target state="final">t</target>', ' approved="no"', 'signed-off'],
    ['<target/>', '', undefined],
    ['<target state="final"/>', '', 'signed-off'],
  ])('T112 %s in a unit with "%s" has the status %s', async (content, attributes, status) => {
    const block = await first(`<source>s</source>${content}`, attributes);
    expect(block.targets['de']?.status).toBe(status);
  });

  test.each<[string, string, TargetStatus]>([
    ['<target>t</target>', '', 'draft'],
    ['<target state="translated">t</target>', ' approved="yes"', 'draft'],
    ['<target>t</target>', '', 'reviewed'],
    ['<target state="needs-translation">t</target>', '', 'signed-off'],
    ['', '', 'new'],
    ['<target/>', ' approved="no"', 'translated'],
  ])('T127 a unit %s with "%s" that becomes %s is read back so', async (content, attributes, status) => {
    const input = file(unit(`<source>s</source>${content}`, attributes));
    const written = await changed(input, () => target('neu', status));
    const [block] = (await readDocument(xliffFormat, written)).blocks;
    expect(block?.targets['de']).toMatchObject({ status, runs: [{ text: 'neu' }] });
  });

  test.each(['<target state="needs-translation">s</target>', '<target state="needs-translation"/>'])(
    'T112 %s asks for no translation any more once it has one',
    async (content) => {
      const written = await changed(file(unit(`<source>s</source>${content}`)), () => target('neu', 'draft'));
      expect(written).toContain('<target state="needs-review-translation">neu</target>');
    },
  );

  test.each<[string, Origin | undefined]>([
    ['needs-review-translation', { kind: 'ai' }],
    ['needs-adaptation', undefined],
  ])(
    'T112 an unfinished target that is adapted has the state %s when its words come from %j',
    async (state, origin) => {
      const input = file(unit('<source>s</source><target state="needs-adaptation">t</target>'));
      const written = await changed(input, () => ({ ...target('neu', 'draft'), ...(origin && { origin }) }));
      expect(written).toContain(`<target state="${state}">neu</target>`);
    },
  );

  test('T112 targetState is the state of every changed target', async () => {
    const input = file(unit('<source>s</source><target state="new">t</target>'));
    const written = await changed(input, () => target('neu', 'draft'), {
      options: { targetState: 'needs-adaptation' },
    });
    expect(written).toContain('<target state="needs-adaptation">neu</target>');
  });

  test('T112 only the words change, and the state in its place', async () => {
    const input = file(
      unit(`<source>s</source>\n        <target my:a='1'  state = "new" xml:lang='de'>t</target><my:x/>`),
      undefined,
      ' xmlns:my="urn:my"',
    );
    const written = await changed(input, () => target('neu'));
    expect(written).toBe(input.replace('>t<', '>neu<').replace('"new"', '"translated"'));
  });

  test('T112 a target is put in with the indentation of its source', async () => {
    const input = file(unit('<source>s</source>\n        <note>n</note>')).replaceAll('\n', '\r\n');
    expect(await changed(input, () => target('a\nb'))).toBe(
      input.replace('</source>', '</source>\r\n        <target>a\r\nb</target>'),
    );
  });

  test('T112 a file without a language gets the one of its first target', async () => {
    const input = file(`${unit('<source>s</source>')}\n${unit('<source>t</source>').replace('"u"', '"v"')}`, '');
    const written = await changed(input, ({ id }) => (id === 'v' ? target('neu') : undefined), { targetLocale: 'de' });
    expect(written).toBe(
      input
        .replace('original="a.txt"', 'original="a.txt" target-language="de"')
        .replace('<source>t</source>', '<source>t</source>\n        <target>neu</target>'),
    );
    expect(await changed(input, () => undefined, { targetLocale: 'de' })).toBe(input);
  });

  test('T112 a file of another language becomes one of the new language, without the old targets', async () => {
    const units = `${unit('<source>s</source><target xml:lang="fr">vieux</target>')}\n${unit('<source>t</source><target state="final">reste</target>').replace('"u"', '"v"')}`;
    const input = file(units, ' target-language="fr"');
    const written = await changed(input, ({ id }) => (id === 'u' ? target('neu') : undefined), { targetLocale: 'de' });
    expect(written).toBe(
      input
        .replaceAll('"fr"', '"de"')
        .replace('vieux', 'neu')
        .replace('<target state="final">reste', '<target state="new">'),
    );
    expect(await changed(input, () => undefined, { targetLocale: 'de' })).toBe(input);
  });

  test('T112 maxwidth and xml:space are seen, widths in pixels are not', async () => {
    const block = await first('<source>s</source>', ' maxwidth="20" size-unit="char" xml:space="preserve"');
    expect(block).toMatchObject({ displayHint: { maxLength: 20, unit: 'chars' }, preserveWhitespace: true });
    expect(await first('<source>s</source>', ' maxwidth="20"')).not.toHaveProperty('displayHint');
  });

  test('T112 alt-trans is a proposal with its score, and a new proposal is written behind it', async () => {
    const content =
      '<source>s</source><alt-trans match-quality="75%" origin="memory"><source>S</source><target xml:lang="de">alt</target></alt-trans>';
    const input = file(unit(content));
    const document = await readDocument(xliffFormat, input);
    const item = {
      source: [{ kind: 'text', text: 'S' }],
      target: [{ kind: 'text', text: 'alt' }],
      locale: 'de',
      score: 0.75,
      matchType: 'fuzzy',
      engine: 'memory',
    };
    expect(document.blocks[0]?.annotations['alt-translation']).toEqual({ type: 'alt-translations', items: [item] });
    const more = { target: [{ kind: 'text', text: 'mehr <' }], locale: 'de', score: 1 };
    const parts = annotated(document.parts, 'alt-translation', { type: 'alt-translations', items: [item, more] });
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts });
    const addition = '\n        <alt-trans match-quality="100%"><target xml:lang="de">mehr &lt;</target></alt-trans>';
    expect(Buffer.from(bytes).toString()).toBe(input.replace('</alt-trans>', `</alt-trans>${addition}`));
  });

  test('T100 a note that has another text is rewritten where it stands', async () => {
    const input = file(unit('<source>s</source>\n        <note from="a">by Ada</note>\n        <note>other</note>'));
    const document = await readDocument(xliffFormat, input);
    const items = [{ text: 'by <someone>', from: 'a' }, { text: 'other' }];
    const parts = annotated(document.parts, 'note', { type: 'note', items });
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe(input.replace('by Ada', 'by &lt;someone&gt;'));
  });

  test('T100 a proposal or the author of a note that has another text is rewritten where it stands', async () => {
    const alternative =
      '<alt-trans><source>a</source><seg-source>a</seg-source><target xml:lang="de">A</target></alt-trans>';
    const input = file(unit(`<source>s</source>\n        ${alternative}\n        <note from="Ada">x</note>`));
    const document = await readDocument(xliffFormat, input);
    const runs = (text: string) => [{ ...textRun(text) }];
    const items = [
      { target: runs('N'), locale: 'de', score: 0.5 },
      { source: runs('b'), target: runs('B'), locale: 'de' },
    ];
    const proposed = annotated(document.parts, 'alt-translation', { type: 'alt-translations', items });
    const written = async (parts: readonly Part[]) =>
      Buffer.from((await writeDocument(xliffFormat, { ...document, parts })).bytes).toString();
    const moved = await written(proposed);
    expect(moved).toContain(alternative.replaceAll('>a<', '>b<').replace('>A<', '>B<'));
    expect(moved).toContain('match-quality="50%"');
    const again = await readDocument(xliffFormat, input);
    const noted = annotated(again.parts, 'note', { type: 'note', items: [{ text: 'x', from: 'someone' }] });
    const { bytes } = await writeDocument(xliffFormat, { ...again, parts: noted });
    expect(Buffer.from(bytes).toString()).toBe(input.replace('Ada', 'someone'));
  });

  test('T127 notes are read, and new ones are written behind them', async () => {
    const input = file(unit('<source>s</source>\n        <note from="a" priority="3" annotates="source">old</note>'));
    const document = await readDocument(xliffFormat, input);
    const items = [
      { text: 'old', from: 'a', priority: 3, annotates: 'source' },
      { text: 'new & fresh', priority: 1 },
    ];
    expect(document.blocks[0]?.annotations['note']).toEqual({ type: 'note', items: items.slice(0, 1) });
    const { bytes } = await writeDocument(xliffFormat, {
      ...document,
      parts: annotated(document.parts, 'note', { type: 'note', items }),
    });
    expect(Buffer.from(bytes).toString()).toBe(
      input.replace('old</note>', 'old</note>\n        <note priority="1">new &amp; fresh</note>'),
    );
  });

  test('T127 seg-source is a segmentation, and a new segmentation is a seg-source', async () => {
    const marked = (text: string): string =>
      text
        .replaceAll(/(\S+\.)/gu, '<mrk mtype="seg" mid="$1">$1</mrk>')
        .replaceAll('mid="A."', 'mid="1"')
        .replaceAll('mid="B."', 'mid="2"');
    const block = await first(
      `<source>A. B.</source><seg-source>${marked('A. B.')}</seg-source><target>${marked('A. B.')}</target>`,
    );
    expect(block.overlays).toMatchObject([
      {
        type: 'segmentation',
        variant: null,
        spans: [
          { id: '1', range: { startOffset: 0, endOffset: 2 } },
          { id: '2', range: { startOffset: 3 } },
        ],
      },
      { type: 'segmentation', variant: 'de', spans: [{ id: '1' }, { id: '2' }] },
    ]);
    const input = file(unit('<source>A. B.</source>'));
    const document = await readDocument(xliffFormat, input);
    const parts = document.parts.map((part): Part =>
      part.kind === 'block' ? { kind: 'block', block: { ...part.block, overlays: block.overlays.slice(0, 1) } } : part,
    );
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts });
    expect(Buffer.from(bytes).toString()).toBe(
      input.replace('</source>', `</source>\n        <seg-source>${marked('A. B.')}</seg-source>`),
    );
  });

  test('T127 what the file cannot hold is told once', async () => {
    const document = await readDocument(
      xliffFormat,
      file(`${unit('<source>s</source>')}\n${unit('<source>s</source>')}`),
    );
    const overlays = [{ type: 'term', variant: null, layer: '', spans: [] }];
    const parts = document.parts.map((part): Part =>
      part.kind === 'block'
        ? { kind: 'block', block: { ...part.block, overlays, targets: { fr: target('x') } } }
        : part,
    );
    const losses: unknown[] = [];
    const ctx = {
      document: 'a.xlf',
      sourceLocale: 'en',
      signal: new AbortController().signal,
      lose: (loss: unknown) => void losses.push(loss),
    };
    await xliffFormat.write(each(parts), { write: () => undefined }, document.skeleton, {}, ctx);
    expect(losses).toEqual([
      { kind: 'overlay-dropped', detail: { reason: 'not-in-format', term: 2 } },
      { kind: 'target-rejected', detail: { reason: 'other-variant', count: 2 } },
    ]);
  });

  function annotated(parts: readonly Part[], key: string, value: Block['annotations'][string]): readonly Part[] {
    return parts.map((part) =>
      part.kind === 'block' ? { kind: 'block', block: { ...part.block, annotations: { [key]: value } } } : part,
    );
  }
});

async function* each(parts: readonly Part[]): AsyncGenerator<Part> {
  for (const part of parts) yield part;
}

describe('limits of XLIFF 1.2', () => {
  test('TV43 billion laughs ends with L10N_LIMIT before it begins', async () => {
    const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const input = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><xliff version="1.2"><file><body><trans-unit id="1"><source>&l12;</source></trans-unit></body></file></xliff>`;
    const start = cpuNow();
    await expect(readDocument(xliffFormat, input)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
    expect(cpuNow() - start).toBeLessThan(1000);
  });

  test('T105 an entity that is used too often is over the limit, which is an option', async () => {
    const input = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]>${file(unit(`<source>${'&a;'.repeat(2000)}</source>`)).slice(39)}`;
    await expect(readDocument(xliffFormat, input)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
    const { blocks } = await readDocument(xliffFormat, input, { options: { maxExpansion: 2 ** 22 } });
    expect(dataText(blocks[0]?.source ?? [])).toHaveLength(2_000_000);
  });

  test('T105 an entity in another file is never fetched', async () => {
    const input = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${file(unit('<source>&e;</source>')).slice(39)}`;
    await expect(readDocument(xliffFormat, input)).rejects.toMatchObject({ code: 'L10N_PARSE' });
    await expect(
      readDocument(
        xliffFormat,
        `<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">${file(unit('<source>a</source>')).slice(39)}`,
      ),
    ).resolves.toMatchObject({ blocks: [{ id: 'u' }] });
  });
});

test('T102 the version at the root decides between the kinds of XLIFF', () => {
  const formats = createFormats(allFormats);
  const ask = (text: string) => formats.detect({ path: 'a.xlf', head: Buffer.from(text) }).format?.id;
  expect(ask('<?xml version="1.0"?><xliff version="1.2">')).toBe('xliff');
  expect(ask('<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2"\n version="2.2">')).toBe('xliff2');
  expect(ask('<!-- version="2.0" --><xliff xmlns="urn:oasis:names:tc:xliff:document:1.2">')).toBe('xliff');
  expect(ask('')).toBe('xliff');
});

const corpus = resolve(import.meta.dirname, '../../../../../../shared/data/l10n/xliff12');

describe('every file of the corpus', needs('shared'), () => {
  const paths = needs('shared').ok
    ? readdirSync(corpus, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.xlf'))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
  const formats = createFormats(allFormats);
  const formatOf = (path: string) => formats.detect({ path, head: readFileSync(path) })?.format ?? xliffFormat;
  /** The one file that is not well-formed XML. */
  const broken = /invalid-xml-resources\.xlf$/u;

  test('TV41 xliff gives it back byte for byte', async () => {
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths.filter((one) => !broken.test(one))) {
      expect(await checkRoundTrip(fileSource(path), formatOf(path), { document: path }), path).toMatchObject({
        identical: true,
      });
    }
  });

  test('TV41 xliff refuses the file that is no XML, and says where', async () => {
    const path = paths.find((one) => broken.test(one)) ?? '';
    const trip = checkRoundTrip(fileSource(path), xliffFormat, { document: path });
    await expect(trip).rejects.toMatchObject({ code: 'L10N_PARSE', details: { line: 8, column: 13 } });
  });

  test('TV41 xliff changes the words of a changed target only', async () => {
    for (const [at, path] of paths.filter((one) => !broken.test(one)).entries()) {
      const format = formatOf(path);
      const document = await readDocument(format, fileSource(path), {}, 1);
      const block = document.blocks[(at * 31) % Math.max(1, document.blocks.length)];
      const [locale = 'de'] = Object.keys(block?.targets ?? {});
      const before = block?.targets[locale];
      if (!block || !before) continue;
      const parts = withContent(
        format,
        document.parts,
        (one) => (one.id === block.id ? [...before.runs, textRun('<é😀')] : undefined),
        locale,
      );
      const original = readFileSync(path);
      const { bytes, report } = await writeDocument(format, { ...document, parts });
      expect(report.changed, path).toBe(1);
      expect(bytes.length - original.length, path).toBeLessThan(60);
      const start = bytes.findIndex((byte, index) => byte !== original[index]);
      const tail = original.length - original.subarray(start).length;
      expect(Buffer.from(bytes).includes(original.subarray(Math.max(tail + 200, start + 200))), path).toBe(true);
    }
  });
});

test.each([
  ['messages.fr.xlf', 'fr'],
  ['i18n/pt_BR.xliff', 'pt-BR'],
  ['messages.en.xlf', 'und'],
  ['sign-in.xlf', 'und'],
  ['messages.xlf', 'und'],
])('the name of %s says that its targets are in %s, where the file does not', async (document, locale) => {
  const body = '<trans-unit id="1"><source>Open</source><target>X</target></trans-unit>';
  const text = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" datatype="plaintext" original="a"><body>${body}</body></file></xliff>`;
  const { blocks } = await readDocument(xliffFormat, text, { document });
  expect(Object.keys(blocks[0]?.targets ?? {})).toEqual([locale]);
  const stated = text.replace('<file ', '<file target-language="de" ');
  const german = await readDocument(xliffFormat, stated, { document });
  expect(Object.keys(german.blocks[0]?.targets ?? {})).toEqual(['de']);
});
