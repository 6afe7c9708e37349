import { textRun } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { blocksOf, readDocument, withContent, writeDocument, type KitOptions } from '../testing/document-kit.js';
import { jsonFormat } from './json/format.js';
import { propertiesFormat } from './properties/format.js';

const inner = { match: '**.inner', format: 'json' };
const input = String.raw`{"a":"x","doc":{"inner":"{\"t\": \"one\", \"u\": \"tw\\u006f\"}"},"z":"y"}`;

async function rewritten(text: string, kit: KitOptions, change: (id: string) => string | undefined): Promise<string> {
  const document = await readDocument(jsonFormat, text, kit);
  const parts = withContent(
    jsonFormat,
    document.parts,
    ({ id }) => {
      const content = change(id);
      return content === undefined ? undefined : [textRun(content)];
    },
    'de',
  );
  return Buffer.from((await writeDocument(jsonFormat, { ...document, parts }, kit)).bytes).toString();
}

describe('subfilters', () => {
  test('T103 a value is read as a layer inside the layer that holds it', async () => {
    const { parts, blocks } = await readDocument(jsonFormat, input, { options: { subfilters: [inner] } });
    expect(blocks.map(({ id, source }) => [id, dataText(source)])).toEqual([
      ['/a', 'x'],
      ['/doc/inner!/t', 'one'],
      ['/doc/inner!/u', 'two'],
      ['/z', 'y'],
    ]);
    const layers = parts.flatMap((part) => (part.kind === 'layer-start' ? [part.layer] : []));
    expect(layers).toMatchObject([{ id: 'root' }, { id: '/doc/inner', parentId: 'root', format: 'json' }]);
  });

  test('T103 a change is written through both escapings, and the rest of the inner document stays', async () => {
    const kit = { options: { subfilters: [inner] } };
    expect(await rewritten(input, kit, () => undefined)).toBe(input);
    expect(await rewritten(input, kit, (id) => (id.endsWith('/t') ? 'say "1"\n' : undefined))).toBe(
      String.raw`{"a":"x","doc":{"inner":"{\"t\": \"say \\\"1\\\"\\n\", \"u\": \"tw\\u006f\"}"},"z":"y"}`,
    );
  });

  test('T103 documents nest in documents, to a depth of eight', async () => {
    const nest = (levels: number): string => (levels === 0 ? '"core"' : JSON.stringify(nest(levels - 1)));
    const rule = (levels: number): KitOptions['options'] =>
      levels === 0 ? {} : { subfilters: [{ match: '**', format: 'json', options: rule(levels - 1) ?? {} }] };
    const deep = await readDocument(jsonFormat, nest(8), { options: rule(8) ?? {} });
    expect(deep.blocks.map(({ source }) => dataText(source))).toEqual(['core']);
    const text = await rewritten(nest(8), { options: rule(8) ?? {} }, () => '"new"');
    expect(Array.from({ length: 9 }).reduce<string>((json) => String(JSON.parse(json)), text)).toBe('"new"');
    await expect(readDocument(jsonFormat, nest(9), { options: rule(9) ?? {} })).rejects.toMatchObject({
      code: 'L10N_LIMIT',
    });
  });

  test('T103 an unknown format, and a value that is not of its format, are refused by name', async () => {
    const unknown = readDocument(jsonFormat, '{"a":"x"}', {
      options: { subfilters: [{ match: 'a', format: 'klingon' }] },
    });
    await expect(unknown).rejects.toMatchObject({ code: 'L10N_FORMAT_UNKNOWN' });
    const wrong = readDocument(jsonFormat, '{"a":"{"}', { options: { subfilters: [{ match: 'a', format: 'json' }] } });
    await expect(wrong).rejects.toMatchObject({ code: 'L10N_PARSE' });
  });

  test.each([
    ['po', 'msgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n'],
    [
      'xliff',
      '<xliff version="1.2"><file source-language="en" target-language="de"><body><trans-unit id="1"><source>a</source><target>b</target></trans-unit></body></file></xliff>',
    ],
    ['markdown', '# b\n\nand **more**\n'],
  ])(
    'T103 a document of the format %s in a value comes back as it was, and with what changed',
    async (format, text) => {
      const kit = { options: { subfilters: [{ match: 'doc', format }] } };
      const json = JSON.stringify({ doc: text, z: 'y' });
      const document = await readDocument(jsonFormat, json, kit);
      expect(Buffer.from((await writeDocument(jsonFormat, document, kit)).bytes).toString()).toBe(json);
      const again = await readDocument(jsonFormat, json, kit);
      for (const block of again.blocks) {
        if (dataText(block.source) === 'b') block.source = [textRun('changed')];
        for (const [locale, target] of Object.entries(block.targets)) {
          if (dataText(target.runs) === 'b') block.targets[locale] = { ...target, runs: [textRun('changed')] };
        }
      }
      const { bytes } = await writeDocument(jsonFormat, again, kit);
      expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
        doc: text.replace(/(?<=[">#] ?)b(?=["<\n])/u, 'changed'),
        z: 'y',
      });
    },
  );

  test('T103 properties hold documents of other formats too', async () => {
    const kit = { options: { subfilters: [{ match: 'text', format: 'plaintext' }] } };
    const document = await readDocument(propertiesFormat, 'text=one\\n\\ntwo\nother=x\n', kit);
    expect(blocksOf(document.parts).map(({ id }) => id)).toEqual(['text!1', 'text!2', 'other']);
    const parts = withContent(
      propertiesFormat,
      document.parts,
      ({ id }) => (id === 'text!2' ? [textRun('zwei\nZeilen')] : undefined),
      'de',
    );
    const { bytes } = await writeDocument(propertiesFormat, { ...document, parts }, kit);
    expect(Buffer.from(bytes).toString()).toBe('text=one\\n\\nzwei\\nZeilen\nother=x\n');
  });

  test('T126 a value may be a message of its own', async () => {
    const kit = { options: { subfilters: [{ match: '**', format: 'messageformat' }] } };
    const { blocks } = await readDocument(jsonFormat, `{"a":"It''s {n, plural, other {#}}"}`, kit);
    expect(blocks[0]?.source).toMatchObject([
      { kind: 'text', text: "It's " },
      { kind: 'plural', pivot: 'n' },
    ]);
  });
});
