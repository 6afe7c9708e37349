import { textRun, type Block, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { yamlFormat } from './format.js';

const options = { rootLocales: 'all' };
const input = `# All languages
de:
  menu:
    open: "Öffnen" # wichtig
  n:
    one: eine Datei
    other: "%{count} Dateien"
en:
  # Greeting
  hello: Hello %{name}
  menu:
    open: 'Open'
    close: Close
  n:
    one: a file
    other: "%{count} files"
version: 2
`;

const shown = ({ name, source, targets }: Block) => [
  name,
  dataText(source),
  ...Object.entries(targets).map(([locale, { runs }]) => `${locale}: ${dataText(runs)}`),
];

/** Reads the file, gives blocks translations, and writes it. */
async function written(translations: Readonly<Record<string, Readonly<Record<string, string | Runs>>>>, text = input) {
  const document = await readDocument(yamlFormat, text, { options });
  const parts = document.parts.map((part) => {
    const own = part.kind === 'block' ? translations[part.block.name] : undefined;
    if (part.kind !== 'block' || own === undefined) return part;
    const targets = Object.fromEntries(
      Object.entries(own).map(([locale, to]) => [
        locale,
        { runs: typeof to === 'string' ? [textRun(to)] : to, status: 'translated' as const },
      ]),
    );
    return { ...part, block: { ...part.block, targets: { ...part.block.targets, ...targets } } };
  });
  const { bytes } = await writeDocument(yamlFormat, { ...document, parts }, { options });
  return Buffer.from(bytes).toString();
}

describe('YAML files of all languages', () => {
  test('X37 each root key is a language, and its texts are translations of those of the source', async () => {
    const { blocks } = await readDocument(yamlFormat, input, { options });
    expect(blocks.map(shown)).toEqual([
      ['hello', 'Hello %{name}'],
      ['menu.open', 'Open', 'de: Öffnen'],
      ['menu.close', 'Close'],
      ['n', expect.stringContaining('a file'), expect.stringContaining('eine Datei')],
    ]);
  });

  test('X37 what does not change keeps its bytes, and a changed translation changes alone', async () => {
    expect(await written({})).toBe(input);
    expect(await written({ 'menu.open': { de: 'Aufmachen' } })).toBe(input.replace('Öffnen', 'Aufmachen'));
  });

  test('X37 texts that a language lacks are put into its root, and a new language gets one', async () => {
    const text = await written({
      hello: { de: 'Hallo %{name}', fr: 'Bonjour %{name}' },
      'menu.close': { de: 'yes', fr: 'Fermer' },
    });
    expect(text).toBe(
      input.replace('de:\n', 'de:\n  hello: Hallo %{name}\n').replace('# wichtig\n', '# wichtig\n    close: "yes"\n') +
        'fr:\n  hello: Bonjour %{name}\n  menu:\n    close: Fermer\n',
    );
    const { blocks } = await readDocument(yamlFormat, text, { options });
    expect(blocks[0]?.targets).toMatchObject({ de: {}, fr: {} });
  });

  test('X15 forms of a language are those of its categories', async () => {
    const plural: Runs = [
      {
        kind: 'plural',
        pivot: 'count',
        forms: { one: [textRun('a')], few: [textRun('b')], many: [textRun('c')], other: [textRun('d')] },
      },
    ];
    const text = await written({ n: { pl: plural } });
    expect(text).toContain('pl:\n  "n":\n    one: a\n    few: b\n    many: c\n    other: d\n');
    const changed = await written({ n: { de: plural } });
    expect(changed).toContain('    one: a\n    other: "d"\n');
  });
});
