import { targetStatuses, textRun, type Block, type Part, type TargetStatus } from '@helve/flow';
import { bytesSource, dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../../testing/document-kit.js';
import { xliffFormat } from '../format.js';
import { dialects, findDialect } from './dialect.js';
import { statusIn } from './dialect-marks.js';
import { parseXml } from '../../xml/parse-xml.js';

const oasis = 'urn:oasis:names:tc:xliff:document:1.2';
const sdl = 'http://sdl.com/FileTypes/SdlXliff/1.0';
const kit = { targetLocale: 'de' };

/** Facts of a made file, from which the text and the expected block follow. */
interface Made {
  readonly name: string;
  readonly text: string;
  readonly status: TargetStatus | undefined;
  readonly locked: boolean;
  /** Its text with another translation, of status `draft`. */
  readonly changed: string;
}

const lineEnds = ['\n', '\r\n', ''] as const;
const sdlStates = [
  ['', 'draft'],
  [' conf="Draft"', 'draft'],
  [' conf="Translated"', 'translated'],
  [' conf="RejectedTranslation"', 'draft'],
  [' conf="ApprovedTranslation"', 'reviewed'],
  [' conf="RejectedSignOff"', 'draft'],
  [' conf="ApprovedSignOff"', 'signed-off'],
] as const;

/** Files of Trados: each state, locked or not, with each line end, with and without codes around the segment. */
function* sdlFiles(): Generator<Made> {
  for (const [conf, status] of sdlStates) {
    for (const locked of [false, true]) {
      for (const [at, lineEnd] of lineEnds.entries()) {
        const [open, close] = at === 1 ? ['<g id="4">', '</g>'] : ['', ''];
        const file = (target: string, state: string): string =>
          [
            '\uFEFF<?xml version="1.0" encoding="utf-8"?>',
            `<xliff xmlns:sdl="${sdl}" xmlns="${oasis}" version="1.2" sdl:version="1.0">`,
            '<file original="a.docx" source-language="en-US" target-language="de"><header>',
            '<reference><internal-file form="base64">UEsDBBQ=</internal-file></reference>',
            `<tag-defs xmlns="${sdl}"><tag id="4"><bpt name="cf">&lt;cf bold="True"&gt;</bpt><ept name="cf">&lt;/cf&gt;</ept></tag></tag-defs>`,
            '</header><body>',
            `<trans-unit id="u"><source>${open}Open &amp; shut${close}</source>`,
            `<seg-source>${open}<mrk mtype="seg" mid="7">Open &amp; shut</mrk>${close}</seg-source>`,
            `<target>${open}<mrk mtype="seg" mid="7">${target}</mrk>${close}</target>`,
            `<sdl:seg-defs><sdl:seg id="7"${state}${locked ? ' locked="true"' : ''} origin="tm" percent="85"><sdl:value key="x">1</sdl:value></sdl:seg></sdl:seg-defs>`,
            '</trans-unit></body></file></xliff>',
          ].join(lineEnd);
        const next = status === 'draft' ? conf : ' conf="Draft"';
        yield {
          name: `sdl${conf}${locked ? ' locked' : ''}${at === 1 ? ' with codes' : ''} ${JSON.stringify(lineEnd)}`,
          text: file('Auf &amp; zu', conf),
          status,
          locked,
          changed: file('Neu', next),
        };
      }
    }
  }
}

const memoqStates = [
  ['NotStarted', 'new'],
  ['Pretranslated', 'draft'],
  ['MachineTranslated', 'draft'],
  ['AssembledFromFragments', 'draft'],
  ['PartiallyEdited', 'draft'],
  ['Rejected', 'draft'],
  ['ManuallyConfirmed', 'translated'],
  ['Proofread', 'reviewed'],
] as const;

/** Files of memoQ: each state, locked or not, with each line end. */
function* memoqFiles(): Generator<Made> {
  for (const [state, status] of memoqStates) {
    for (const locked of [false, true]) {
      for (const lineEnd of lineEnds) {
        const file = (target: string, mark: string): string =>
          [
            '<?xml version="1.0" encoding="UTF-8"?>',
            `<xliff version="1.2" xmlns="${oasis}" xmlns:mq="MQXliff"><file original="a" source-language="en" target-language="de" datatype="x-memoq"><body>`,
            `<trans-unit id="1" mq:status="${mark}"${locked ? ' mq:locked="locked"' : ''} mq:segmentguid="g" mq:percent="92">`,
            `<source xml:space="preserve">Open <ph id="1">&lt;mq:rxt displaytext="A" val="a" /&gt;</ph></source>`,
            `<target xml:space="preserve">${target} <ph id="1">&lt;mq:rxt displaytext="A" val="a" /&gt;</ph></target>`,
            '<mq:minorversions><mq:historical-unit mq:status="NotStarted"><source>old</source></mq:historical-unit></mq:minorversions>',
            '</trans-unit></body></file></xliff>',
          ].join(lineEnd);
        yield {
          name: `memoq ${state}${locked ? ' locked' : ''} ${JSON.stringify(lineEnd)}`,
          text: file('Öffnen', state),
          status,
          locked,
          changed: file('Neu', status === 'draft' ? state : 'PartiallyEdited'),
        };
      }
    }
  }
}

/** Gives all blocks a draft of another text; codes stay. */
function redrafted(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => {
    if (part.kind !== 'block') return part;
    const { block } = part;
    const [first] = block.source;
    const codes = block.source.filter((run) => run.kind !== 'text');
    const runs =
      first?.kind === 'text'
        ? [textRun(codes.length > 0 ? 'Neu ' : 'Neu'), ...codes]
        : [...codes.slice(0, 1), textRun('Neu'), ...codes.slice(1)];
    const overlays = block.overlays.filter(({ variant }) => variant === null);
    return { ...part, block: { ...block, overlays, targets: { de: { runs, status: 'draft' } } } };
  });
}

const made = [...sdlFiles(), ...memoqFiles()];

describe('files of tools', () => {
  test('there are enough of each tool', () => {
    expect([[...sdlFiles()].length, [...memoqFiles()].length].every((count) => count >= 30)).toBe(true);
  });

  test.each(made)('X67 $name has its state, its lock and its bytes', async ({ text, status, locked }) => {
    const document = await readDocument(xliffFormat, text, kit);
    const [block] = document.blocks;
    expect(block?.targets['de']?.status).toBe(status);
    expect(block?.translatable).toBe(!locked);
    expect(Buffer.from((await writeDocument(xliffFormat, document, kit)).bytes).toString()).toBe(text);
  });

  test.each(made)('X66 $name is written inside of its marks, with its state where the tool keeps it', async (one) => {
    const document = await readDocument(xliffFormat, one.text, kit);
    const parts = redrafted(document.parts);
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts }, kit);
    expect(Buffer.from(bytes).toString()).toBe(one.changed);
  });
});

const file = (attributes: string, unit: string, head = ''): string =>
  `<xliff version="1.2" xmlns="${oasis}"${head}><file original="a" source-language="en" target-language="de" datatype="x"${attributes}><body>${unit}</body></file></xliff>`;

async function only(text: string, options = {}): Promise<Block> {
  const { blocks } = await readDocument(xliffFormat, text, { ...kit, options });
  const [block] = blocks;
  if (block === undefined) throw new Error('there is no block');
  return block;
}

describe('dialects', () => {
  test.each([
    [file('', '', ` xmlns:sdl="${sdl}"`), 'sdl'],
    [file('', '', ' xmlns:x="MQXliff"'), 'memoq'],
    [file('', '', ' xmlns:m="http://www.memsource.com/mxlf/2.0"'), 'phrase'],
    [file('', '', ' xmlns:gs4tr="http://www.gs4tr.org/schema/xliff-ext"'), 'wordfast'],
    [file(' tool-id="com.apple.dt.xcode"', ''), 'apple'],
    [file('', '').replace('<body>', '<header><tool tool-id="symfony" tool-name="Symfony"/></header><body>'), 'symfony'],
    [file('', '').replace('original="a"', 'original="ng2.template"'), 'angular'],
    [file('', ''), 'plain'],
  ])('X66 the tool of %s is %s', (text, id) => {
    const request = { file: 'a', format: 'xliff', maxDepth: 50, maxExpansion: 0 };
    expect(findDialect(parseXml(text, request)).id).toBe(id);
  });

  test.each(Object.values(dialects).flatMap(({ id, marks }) => (marks?.state ? [{ id, state: marks.state }] : [])))(
    'X67 each status that $id writes is read back, or as the one that the table says',
    ({ state }) => {
      for (const status of targetStatuses)
        expect(statusIn(state, state.stateOf[status])).toBe(state.folds[status] ?? status);
    },
  );

  test('X67 sdl tells where a translation comes from, and what its codes are', async () => {
    const withCodes = [...sdlFiles()].find(({ name }) => name.includes('with codes'));
    const block = await only(withCodes?.text ?? '');
    expect(block.targets['de']).toMatchObject({ origin: { kind: 'tm' }, score: 0.85 });
    expect(block.source).toMatchObject([{ type: 'fmt:bold', equiv: '<cf bold="True">', disp: 'cf' }, {}, {}]);
  });

  test('X67 each segment of sdl has its own state', async () => {
    const segment = (id: number, text: string) => `<mrk mtype="seg" mid="${id}">${text}</mrk>`;
    const unit = `<trans-unit id="u"><source>A. B.</source><seg-source>${segment(1, 'A.')} ${segment(2, 'B.')}</seg-source><target>${segment(1, 'X.')} ${segment(2, 'Y.')}</target><sdl:seg-defs><sdl:seg id="1" conf="ApprovedSignOff"/><sdl:seg id="2" conf="Draft"/></sdl:seg-defs></trans-unit>`;
    const text = file('', unit, ` xmlns:sdl="${sdl}"`);
    const document = await readDocument(xliffFormat, text, kit);
    const [block] = document.blocks;
    expect(block?.targets['de']?.status).toBe('draft');
    const spans = block?.overlays.find(({ variant }) => variant === 'de')?.spans;
    expect(spans?.map(({ props }) => props['status'])).toEqual(['signed-off', undefined]);
    const parts = document.parts.map((part) =>
      part.kind === 'block'
        ? {
            ...part,
            block: { ...part.block, targets: { de: { runs: [textRun('X. Y.')], status: 'translated' as const } } },
          }
        : part,
    );
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts }, kit);
    expect(Buffer.from(bytes).toString()).toBe(text.replace('"Draft"', '"Translated"'));
  });

  test('X66 a target of several segments that is not cut goes into the first mark, and that is told', async () => {
    const segment = (id: number, text: string) => `<mrk mtype="seg" mid="${id}">${text}</mrk>`;
    const unit = `<trans-unit id="u"><source>A. B.</source><seg-source>${segment(1, 'A.')} ${segment(2, 'B.')}</seg-source></trans-unit>`;
    const document = await readDocument(xliffFormat, file('', unit), kit);
    const { bytes, losses } = await writeDocument(xliffFormat, { ...document, parts: redrafted(document.parts) }, kit);
    expect(Buffer.from(bytes).toString()).toContain(`>${segment(1, 'Neu')}${segment(2, '')}</target>`);
    expect(losses).toMatchObject([{ kind: 'overlay-dropped', detail: { reason: 'segments-joined' } }]);
  });

  test('X66 words between the segments of a target go into their marks', async () => {
    const segment = (id: number, text: string) => `<mrk mtype="seg" mid="${id}">${text}</mrk>`;
    const unit = `<trans-unit id="u"><source>A. B.</source><seg-source>${segment(1, 'A.')} ${segment(2, 'B.')}</seg-source><target>${segment(1, 'X.')} ${segment(2, 'Y.')}</target></trans-unit>`;
    const document = await readDocument(xliffFormat, file('', unit), kit);
    const parts = document.parts.map((part): Part => {
      if (part.kind !== 'block') return part;
      const overlays = part.block.overlays.map((overlay) =>
        overlay.variant === 'de'
          ? {
              ...overlay,
              spans: overlay.spans.map((span, at) => ({
                ...span,
                range: { startRun: 0, endRun: 0, startOffset: at === 0 ? 2 : 5, endOffset: at === 0 ? 4 : 7 },
              })),
            }
          : overlay,
      );
      return {
        ...part,
        block: { ...part.block, overlays, targets: { de: { runs: [textRun('« X. Y. »')], status: 'translated' } } },
      };
    });
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts }, kit);
    expect(Buffer.from(bytes).toString()).toContain(`<target>${segment(1, '« X.')} ${segment(2, 'Y. »')}</target>`);
  });

  test('X66 a unit without marks stays without', async () => {
    const document = await readDocument(
      xliffFormat,
      file('', '<trans-unit id="u"><source>A</source></trans-unit>'),
      kit,
    );
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts: redrafted(document.parts) }, kit);
    expect(Buffer.from(bytes).toString()).not.toContain('mrk');
  });

  test('X67 phrase has levels of confirmation, locks, scores and codes in braces', async () => {
    const head = ' xmlns:m="http://www.memsource.com/mxlf/2.0"';
    const unit = (marks: string) =>
      `<trans-unit id="j:1" ${marks} m:score="1.01" m:trans-origin="mt"><source>{1}Hi {b>you&lt;b}</source><target>{1}Du {b>da&lt;b}</target></trans-unit>`;
    const block = await only(file('', unit('m:confirmed="1" m:locked="false"'), head));
    expect(block.targets['de']).toMatchObject({ status: 'translated', score: 1, origin: { kind: 'mt' } });
    expect(block.source.filter((run) => run.kind !== 'text').map((run) => 'data' in run && run.data)).toEqual([
      '{1}',
      '{b>',
      '<b}',
    ]);
    expect((await only(file('', unit('m:confirmed="2" m:locked="true"'), head))).translatable).toBe(false);
    const document = await readDocument(xliffFormat, file('', unit('m:confirmed="2"'), head), kit);
    const { bytes } = await writeDocument(xliffFormat, { ...document, parts: redrafted(document.parts) }, kit);
    expect(Buffer.from(bytes).toString()).toContain('m:confirmed="0"');
  });

  test('X67 wordfast locks units, and keeps the states of XLIFF', async () => {
    const head = ' xmlns:gs4tr="http://www.gs4tr.org/schema/xliff-ext"';
    const unit =
      '<trans-unit id="1" gs4tr:locked="true"><source>A</source><target state="translated">B</target></trans-unit>';
    const block = await only(file('', unit, head));
    expect([block.translatable, block.targets['de']?.status]).toEqual([false, 'translated']);
  });

  test('X69 each file of a document tells the tool of its own units', async () => {
    const unit = (id: string) =>
      `<trans-unit id="${id}"><source>{n, plural, =0 {none} other {some} }</source></trans-unit>`;
    const angular = `<file original="ng2.template" source-language="en" target-language="fr"><body>${unit('b')}</body></file></xliff>`;
    const text = file('', unit('a')).replace('</xliff>', angular);
    const limited: string[] = [];
    const parts: Part[] = [];
    const limit = (id: string, locale: string) => void limited.push(`${id} ${locale}`);
    const signal = new AbortController().signal;
    const ctx = { document: 'a.xlf', sourceLocale: 'en', signal, limit, lose: () => undefined };
    for await (const part of xliffFormat.read(bytesSource(Buffer.from(text)), {}, ctx)) parts.push(part);
    const plurals = parts.flatMap((part) =>
      part.kind === 'block' && part.block.source.some(({ kind }) => kind === 'plural') ? part.block.id : [],
    );
    expect(plurals).toEqual(['b']);
    expect(parts[0]).toMatchObject({ layer: { properties: { 'target-language': 'de fr' } } });
    expect(limited).toEqual(['a de', 'b fr']);
  });

  test('X69 a message of angular with codes in its forms is a plural, and is written as one', async () => {
    const code = '<x id="INTERPOLATION" equiv-text="{{ a }}"/>';
    const unit = `<trans-unit id="1"><source>{VAR_PLURAL, plural, =0 {none} other {${code} &amp; more} }</source></trans-unit>`;
    const text = file('', unit).replace('original="a"', 'original="ng2.template"');
    const document = await readDocument(xliffFormat, text, kit);
    const [block] = document.blocks;
    const [plural] = block?.source ?? [];
    if (plural?.kind !== 'plural') throw new Error('it is no plural');
    expect(plural).toMatchObject({
      pivot: 'VAR_PLURAL',
      forms: { other: [{ kind: 'ph', equiv: '{{ a }}' }, { text: ' & more' }] },
    });
    const forms = { ...plural.forms, '=0': [textRun('keine < 1')] };
    const parts = document.parts.map((part): Part =>
      part.kind === 'block'
        ? { ...part, block: { ...part.block, targets: { de: { runs: [{ ...plural, forms }], status: 'translated' } } } }
        : part,
    );
    const written = Buffer.from((await writeDocument(xliffFormat, { ...document, parts }, kit)).bytes).toString();
    expect(written).toContain(`<target>{VAR_PLURAL, plural, =0 {keine &lt; 1} other {${code} &amp; more}}</target>`);
    const again = await readDocument(xliffFormat, written, kit);
    expect(again.blocks[0]?.targets['de']?.runs).toMatchObject([{ forms }]);
  });

  test('X69 the name of a text of symfony is its resname', async () => {
    const unit =
      '<trans-unit id="abc" resname="user.login"><source>user.login</source><target>Log in</target></trans-unit>';
    expect((await only(file(' tool-id="symfony"', unit))).name).toBe('user.login');
  });

  test('X66 the option names the tool of a file that does not', async () => {
    const unit = '<trans-unit id="1" x:status="Proofread"><source>A</source><target>B</target></trans-unit>';
    const text = file('', unit, ' xmlns:x="MQXliff"');
    expect((await only(text, { dialect: 'plain' })).targets['de']?.status).toBe('translated');
    expect((await only(text)).targets['de']?.status).toBe('reviewed');
  });

  test('X69 units in one line, with line ends of Windows and kept white space come back as they were', async () => {
    const unit =
      '<trans-unit id="1" xml:space="preserve"><source>a\r\n b</source><target>c\r\n d</target></trans-unit>';
    const text = file('', unit);
    const document = await readDocument(xliffFormat, text, kit);
    expect(document.blocks.map(({ source, preserveWhitespace }) => [dataText(source), preserveWhitespace])).toEqual([
      ['a\n b', true],
    ]);
    expect(Buffer.from((await writeDocument(xliffFormat, document, kit)).bytes).toString()).toBe(text);
  });
});
