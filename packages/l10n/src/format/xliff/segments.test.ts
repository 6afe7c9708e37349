import type { JsonObject } from '@helve/core';
import { CodeIds } from './code-ids.js';
import { runsText, type ToolEntry } from '@helve/flow';
import type { Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { blockDrafts } from '../../memory-exchange/block-drafts.js';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { draft, memoryOf } from '../../testing/memory-kit.js';
import { runSteps } from '../../testing/run-tool.js';
import { aiTranslate } from '../../tool/ai-translate/ai-translate.js';
import { createTargetTool } from '../../tool/create-target/create-target.js';
import { deeplTranslate } from '../../tool/deepl-translate/deepl-translate.js';
import { pseudoTranslate } from '../../tool/pseudo-translate/pseudo-translate.js';
import { qaCheck } from '../../tool/qa-check/qa-check.js';
import { tmLeverage } from '../../tool/tm-leverage/tm-leverage.js';
import { xliff2Format } from '../xliff2/format.js';
import { xliffFormat } from './format.js';

const v12 = (unit: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file source-language="en" target-language="de" original="a" datatype="plaintext"><body>${unit}</body></file></xliff>`;
const v2 = (unit: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">${unit}</file></xliff>`;

const mark = (id: number, text: string) => `<mrk mtype="seg" mid="${id}">${text}</mrk>`;
const sources = [mark(1, 'Open it.'), mark(2, 'Close <g id="1">it</g>.'), mark(3, 'Go.')].join(' ');
const unit12 = (target: string) =>
  v12(
    `<trans-unit id="u"><source>Open it. Close <g id="1">it</g>. Go.</source><seg-source>${sources}</seg-source>${target}</trans-unit>`,
  );
/** A unit of XLIFF 1.2 of which the first segment is translated. */
const partly12 = unit12(`<target>${mark(1, 'Auf.')} ${mark(2, '')}</target>`);

const gap = '<ignorable><source> </source></ignorable>';
const segment = (id: number, source: string, target = '', attributes = '') =>
  `<segment id="${id}"${attributes}><source>${source}</source>${target === '' ? '' : `<target>${target}</target>`}</segment>`;
const unit2 = (first: string) =>
  v2(
    `<unit id="u">${first}${gap}${segment(2, 'Close <pc id="1">it</pc>.')}${gap}${segment(3, 'Go.', '', ' state="initial"')}</unit>`,
  );
/** A unit of XLIFF 2 of which the first segment is translated. */
const partly2 = unit2(segment(1, 'Open it.', 'Auf.', ' state="reviewed"'));

/** Runs a tool over a file and writes the file again. */
async function run(format: Format, input: string, tool: ToolEntry, config: JsonObject = {}, targetLocale = 'de') {
  const read = await readDocument(format, input.replace('"de"', `"${targetLocale}"`), { targetLocale });
  const memory = await memoryOf([draft({ en: 'Go.', de: 'Los.' })]);
  const resources = { get: () => memory };
  const made = await runSteps([tool], [{ tool: tool.name, config }], read.parts, {
    resources,
    targets: [targetLocale],
  });
  const { bytes, losses } = await writeDocument(
    format,
    { parts: made.parts, skeleton: read.skeleton },
    { targetLocale },
  );
  return { ...made, text: Buffer.from(bytes).toString(), losses };
}

const lines2 = (text: string) => text.match(/<(?:segment|ignorable).*?<\/(?:segment|ignorable)>/g) ?? [];
const target12 = (text: string) => /<target.*?<\/target>/.exec(text)?.[0];

describe('a unit of which some segments are translated', () => {
  test.each([
    ['1.2', xliffFormat, partly12],
    ['2', xliff2Format, partly2],
  ] as const)('T127 in XLIFF %s it is not done, and it comes back byte for byte', async (_, format, input) => {
    const read = await readDocument(format, input, { targetLocale: 'de' });
    const [block] = read.blocks;
    expect(block?.targets['de']?.status).toBe('new');
    const { bytes } = await writeDocument(format, read, { targetLocale: 'de' });
    expect(Buffer.from(bytes).toString()).toBe(input);
  });

  test.each([aiTranslate, deeplTranslate])(
    'T127 $name fills the others, which get a state of their own',
    async (tool) => {
      const two = await run(xliff2Format, partly2, tool);
      expect(lines2(two.text)).toEqual([
        segment(1, 'Open it.', 'Auf.', ' state="reviewed"'),
        gap.replace('</source>', '</source><target> </target>'),
        segment(2, 'Close <pc id="1">it</pc>.', '⟦de⟧ Close <pc id="1">it</pc>.', ' state="initial"'),
        gap.replace('</source>', '</source><target> </target>'),
        segment(3, 'Go.', '⟦de⟧ Go.', ' state="initial"'),
      ]);
      const one = await run(xliffFormat, partly12, tool);
      expect(target12(one.text)).toBe(
        `<target state="needs-review-translation">${mark(1, 'Auf.')} ${mark(2, '⟦de⟧ Close <g id="1">it</g>.')} ${mark(3, '⟦de⟧ Go.')}</target>`,
      );
    },
  );

  test('T81 tm-leverage fills those that it finds and leaves the rest empty', async () => {
    const two = await run(xliff2Format, partly2, tmLeverage);
    expect(lines2(two.text)).toEqual([
      segment(1, 'Open it.', 'Auf.', ' state="reviewed"'),
      gap,
      segment(2, 'Close <pc id="1">it</pc>.'),
      gap.replace('</source>', '</source><target> </target>'),
      segment(3, 'Go.', 'Los.', ' state="translated"'),
    ]);
    expect(two.block.targets['de']?.status).toBe('new');
    const one = await run(xliffFormat, partly12, tmLeverage);
    expect(target12(one.text)).toBe(`<target>${mark(1, 'Auf.')} ${mark(2, '')} ${mark(3, 'Los.')}</target>`);
  });

  test('T127 redo replaces only segments of the kind that it names', async () => {
    const drafted = unit2(segment(1, 'Open it.', 'Auf.', ' state="translated"')).replace(
      '</pc>.</source>',
      '</pc>.</source><target>Zu <pc id="1">es</pc>.</target>',
    );
    const input = drafted.replace('<segment id="2">', '<segment id="2" state="initial">');
    const [kept, redone] = [
      await run(xliff2Format, input, aiTranslate),
      await run(xliff2Format, input, aiTranslate, { redo: ['fuzzy'] }),
    ];
    const targets = (text: string) => Array.from(text.matchAll(/<target>([^ ].*?)<\/target>/g), ([, target]) => target);
    expect(targets(kept.text)).toEqual(['Auf.', 'Zu <pc id="1">es</pc>.', '⟦de⟧ Go.']);
    expect(targets(redone.text)).toEqual(['Auf.', '⟦de⟧ Close <pc id="1">it</pc>.', '⟦de⟧ Go.']);
  });

  test('pseudo-translate fills the other segments, in a language of people', async () => {
    const { text } = await run(xliff2Format, partly2, pseudoTranslate, { targetLocale: 'de' });
    expect(lines2(text).filter((line) => line.startsWith('<segment'))).toEqual([
      segment(1, 'Open it.', 'Auf.', ' state="reviewed"'),
      segment(2, 'Close <pc id="1">it</pc>.', '▒ Çļöšé <pc id="1">îţ</pc>.'),
      segment(3, 'Go.', 'Ĝö. ▒', ' state="translated"'),
    ]);
  });

  test('T82 a memory learns the segments that are translated, and the whole only where nothing is missing', async () => {
    const choice = { minStatus: 'translated', document: 'a', session: 's' } as const;
    const learn = async (format: Format, input: string) => {
      const { blocks } = await readDocument(format, input, { targetLocale: 'de' });
      const { drafts } = blockDrafts(blocks[0] ?? expect.fail('no block'), choice);
      return drafts.map(({ variants }) => Object.values(variants).map(runsText).join(' = '));
    };
    expect(await learn(xliff2Format, partly2)).toEqual(['Open it. = Auf.']);
    expect(await learn(xliffFormat, partly12)).toEqual(['Open it. = Auf.']);
    const done = unit12(`<target>${mark(1, 'Auf.')} ${mark(2, 'Zu <g id="1">es</g>.')} ${mark(3, 'Los.')}</target>`);
    expect(await learn(xliffFormat, done)).toEqual([
      'Open it. Close it. Go. = Auf. Zu es. Los.',
      'Open it. = Auf.',
      'Close it. = Zu es.',
      'Go. = Los.',
    ]);
  });

  test('T26 qa-check names the segments without a translation, and nothing else', async () => {
    const { block } = await run(xliff2Format, partly2, qaCheck);
    const findings = block.overlays.flatMap(
      ({ value }) => (value?.['findings'] as { message: string }[] | undefined) ?? [],
    );
    expect(findings.map(({ message }) => message)).toEqual([
      'The segment "2" is not translated into "de"',
      'The segment "3" is not translated into "de"',
    ]);
  });

  test('T127 an empty segment in a finished target is meant to be empty', async () => {
    const merged = unit12(`<target state="translated">${mark(1, 'Auf und zu und los.')} ${mark(2, '')}</target>`);
    const { blocks } = await readDocument(xliffFormat, merged, { targetLocale: 'de' });
    expect(blocks[0]?.targets['de']?.status).toBe('translated');
    expect(target12((await run(xliffFormat, merged, aiTranslate)).text)).toBe(target12(merged));
  });
});

describe('a tool that writes whole targets', () => {
  test('T10 pseudo-translate keeps the segments of XLIFF 2 with ids, states and codes', async () => {
    const input = unit2(segment(1, 'Open it.', 'Auf.', ' state="translated"'));
    const { text, losses, report } = await run(xliff2Format, input, pseudoTranslate, {}, 'qps');
    expect(lines2(text)).toEqual([
      segment(1, 'Open it.', '▒ Öþéñ îţ.', ' state="translated"'),
      gap.replace('</source>', '</source><target> </target>'),
      segment(2, 'Close <pc id="1">it</pc>.', 'Çļöšé <pc id="1">îţ</pc>.'),
      gap.replace('</source>', '</source><target> </target>'),
      segment(3, 'Go.', 'Ĝö. ▒', ' state="translated"'),
    ]);
    expect([losses, report.losses]).toEqual([[], []]);
  });

  test('T10 pseudo-translate keeps the marks of XLIFF 1.2', async () => {
    const { text } = await run(xliffFormat, partly12, pseudoTranslate, {}, 'qps');
    expect(target12(text)).toBe(
      `<target>${mark(1, '▒ Öþéñ îţ.')} ${mark(2, 'Çļöšé <g id="1">îţ</g>.')} ${mark(3, 'Ĝö. ▒')}</target>`,
    );
  });

  test('K18 a unit with an approved segment is left alone', async () => {
    const { text, report } = await run(xliff2Format, partly2, pseudoTranslate, {}, 'qps');
    expect(text).toBe(partly2.replace('"de"', '"qps"'));
    expect(report.losses.map(({ kind }) => kind)).toEqual(['target-protected']);
  });

  test('T13 create-target makes a target for each segment', async () => {
    const input = unit2(segment(1, 'Open it.'));
    const empty = await run(xliff2Format, input, createTargetTool);
    expect(lines2(empty.text).filter((line) => line.includes('<target></target>'))).toHaveLength(5);
    const copied = await run(xliff2Format, input, createTargetTool, { copySource: true });
    expect(lines2(copied.text).map((line) => /<target>(.*)<\/target>/.exec(line)?.[1])).toEqual([
      'Open it.',
      ' ',
      'Close <pc id="1">it</pc>.',
      ' ',
      'Go.',
    ]);
  });

  test('T81 a match of the whole text keeps the segments where a memory knows them too', async () => {
    const input = v2(`<unit id="u">${segment(1, 'Stop.')}${gap}${segment(2, 'Go.')}</unit>`);
    const read = await readDocument(xliff2Format, input, { targetLocale: 'de' });
    const pairs = [
      draft({ en: 'Stop. Go.', de: 'Halt. Los.' }),
      draft({ en: 'Stop.', de: 'Halt.' }),
      draft({ en: 'Go.', de: 'Los.' }),
    ];
    const filled = async (count: number) => {
      const memory = await memoryOf(pairs.slice(0, count));
      const { parts } = await runSteps([tmLeverage], [{ tool: 'tm-leverage' }], read.parts, {
        resources: { get: () => memory },
      });
      return writeDocument(xliff2Format, { parts, skeleton: read.skeleton }, { targetLocale: 'de' });
    };
    const { bytes, losses } = await filled(3);
    expect(lines2(Buffer.from(bytes).toString())).toEqual([
      segment(1, 'Stop.', 'Halt.'),
      gap.replace('</source>', '</source><target> </target>'),
      segment(2, 'Go.', 'Los.'),
    ]);
    expect(losses).toEqual([]);
  });

  test('K4 segments that become one are told', async () => {
    const input = v2(`<unit id="u">${segment(1, 'Stop.')}${gap}${segment(2, 'Go.')}</unit>`);
    const read = await readDocument(xliff2Format, input, { targetLocale: 'de' });
    const memory = await memoryOf([draft({ en: 'Stop. Go.', de: 'Halt und los.' })]);
    const { parts } = await runSteps([tmLeverage], [{ tool: 'tm-leverage' }], read.parts, {
      resources: { get: () => memory },
    });
    const { bytes, losses } = await writeDocument(
      xliff2Format,
      { parts, skeleton: read.skeleton },
      { targetLocale: 'de' },
    );
    expect(lines2(Buffer.from(bytes).toString())).toEqual([segment(1, 'Stop. Go.', 'Halt und los.')]);
    expect(losses).toMatchObject([{ kind: 'overlay-dropped', detail: { reason: 'segments-joined', count: 1 } }]);
  });
});

test('segments of a source that a tool has indented are those of the source, and only open ones are filled', async () => {
  const unit = (id: string, first: string, second: string) =>
    `<trans-unit id="${id}"><source>One. Two.</source>
    <seg-source>
      <mrk mtype="seg" mid="1">One.</mrk>
      <mrk mtype="seg" mid="2">Two.</mrk>
    </seg-source>
    <target>
      <mrk mtype="seg" mid="1">${first}</mrk>
      <mrk mtype="seg" mid="2">${second}</mrk>
    </target></trans-unit>`;
  const file = (body: string) =>
    `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de" datatype="x"><body>${body}</body></file></xliff>`;
  const { text } = await run(xliffFormat, file(unit('b', 'Eins.', '')), pseudoTranslate, { targetLocale: 'de' });
  expect(text).toContain('<mrk mtype="seg" mid="1">Eins.</mrk>');
  expect(text).toMatch(/<mrk mtype="seg" mid="2">[^<]+<\/mrk>\s*<\/target>/u);
});

test('a code id that comes again and again takes time in proportion to its number', async () => {
  const ids = new CodeIds();
  const count = 200_000;
  const made = Array.from({ length: count }, (_, at) => ids.claim(`x ${at}`, '1'));
  expect([made[0], made[1], new Set(made).size]).toEqual(['1', '1#2', count]);
});
