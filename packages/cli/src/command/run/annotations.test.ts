import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

beforeAll(() => import('@helve/project/run'), 120_000);

const config = '{ "govern": false, "locales": { "source": "en", "targets": ["de"] }, "terms": "terms.csv" }';
const terms = 'locale:en,locale:de,status\nbasket,Warenkorb,preferred\n';
const app = `{
  "cart": { "title": "Your basket is empty. Fill your basket!", "hint": "Hello {name}" },
  "other": "Nothing here"
}
`;

async function createFolder(files: Readonly<Record<string, string>> = {}) {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-annotations-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const all = { 'helve.config.json': config, 'terms.csv': terms, 'app.json': app, ...files };
  for (const [name, content] of Object.entries(all)) await writeFile(join(cwd, name), content);
  const helve = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const io: Io = {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    };
    return { code: await main(argv, io), ...out };
  };
  return { helve, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

const catalog = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "Your basket"\nmsgstr "Ihr Korb"\n';

const json = (text: string) => JSON.parse(text) as { readonly [key: string]: unknown };

describe('a tool that only annotates shows what it has found', () => {
  test('term-lookup lists terms with file, line, key, range, text and target terms', async () => {
    const { helve } = await createFolder();
    const { code, stdout } = await helve('term-lookup', 'app.json');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /annotations {2}2 term\n {2}app\.json:2:\d+ {2}cart\.title\n {4}term {2}5–11 +basket {2}de: Warenkorb \(preferred\)\n {4}term {2}32–38 {2}basket {2}de:/,
    );
  });

  test('segmentation numbers the segments', async () => {
    const { helve } = await createFolder();
    const { stdout } = await helve('segmentation', 'app.json');
    expect(stdout).toMatch(
      /segment {2}0–21 {3}Your basket is empty\. {2}s1\n {4}segment {2}22–39 {2}Fill your basket! +s2/,
    );
  });

  test('tag-protect lists what it protects', async () => {
    const { helve } = await createFolder({ 'app.txt': 'Ask for A-17 or B-4' });
    const { stdout } = await helve('tag-protect', 'app.txt', '--patterns', '[A-Z]-[0-9]+');
    expect(stdout).toMatch(
      /annotations {2}2 protected\n.*\n {4}protected {2}8–12 +A-17\n {4}protected {2}16–19 {2}B-4/,
    );
  });

  test('properties-set lists the properties', async () => {
    const { helve } = await createFolder();
    const { stdout } = await helve('properties-set', 'app.json', '--properties', '{"team":"web"}');
    expect(stdout).toContain('property      team: web');
  });

  test('nothing found is an answer', async () => {
    const { helve } = await createFolder({ 'none.json': '{"a":"Hello"}' });
    expect((await helve('term-lookup', 'none.json')).stdout).toContain('annotations  none');
  });

  test('counts are reported as totals, and listed when somebody asks', async () => {
    const { helve } = await createFolder();
    expect((await helve('word-count', 'app.json')).stdout).not.toContain('annotations');
    expect((await helve('word-count', 'app.json', '--annotations', 'all')).stdout).toContain('annotations  3 words');
  });
});

describe('the number of annotations', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, 'a basket'])));

  test('that are listed is 20, and the rest is counted', async () => {
    const { helve } = await createFolder({ 'many.json': many });
    const { stdout } = await helve('term-lookup', 'many.json', 'app.json');
    expect(stdout.match(/^ {4}term/gm)).toHaveLength(20);
    expect(stdout).toContain('… and 12 more (12 term); --annotations all lists them');
  });

  test('can be chosen', async () => {
    const { helve } = await createFolder({ 'many.json': many });
    expect((await helve('term-lookup', 'many.json', '--annotations', '3')).stdout).toContain('… and 27 more');
    expect((await helve('term-lookup', 'many.json', '--annotations=all')).stdout.match(/^ {4}term/gm)).toHaveLength(30);
    expect((await helve('term-lookup', 'many.json', '--annotations', '0')).stdout).not.toContain('annotations');
    const wrong = await helve('term-lookup', 'many.json', '--annotations', 'some');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('whole number or "all", got "some"') });
  });

  test('is not limited in JSON and in a report file', async () => {
    const { helve, read } = await createFolder({ 'many.json': many });
    const { stdout } = await helve('term-lookup', 'many.json', '--json', '--report', 'report.json');
    const { annotations } = json(stdout);
    expect(annotations).toMatchObject({ total: 30, counts: { term: 30 } });
    const { blocks } = annotations as { readonly blocks: readonly object[] };
    expect(blocks).toHaveLength(30);
    expect(blocks[1]).toMatchObject({
      file: 'many.json',
      key: 'k1',
      line: 1,
      annotations: [
        {
          type: 'term',
          kind: 'term',
          side: 'source',
          range: { start: 2, end: 8 },
          text: 'basket',
          payload: { type: 'term' },
        },
      ],
    });
    expect(json(await read('report.json'))['annotations']).toEqual(annotations);
  });
});

describe('a flow', () => {
  const flow = 'steps:\n  - tool: term-lookup\n  - { tool: create-target, config: { copySource: true } }\n';
  const checking = 'steps:\n  - tool: term-lookup\n  - { tool: chars-check, config: { requiredChars: § } }\n';

  test('that writes files lists annotations only when asked', async () => {
    const { helve } = await createFolder({ 'flow.yaml': flow });
    expect((await helve('run', 'flow.yaml', 'app.json')).stdout).not.toContain('annotations');
    const { stdout } = await helve('run', 'flow.yaml', 'app.json', '--force', '--annotations', '9');
    expect(stdout).toContain('annotations  2 term');
  });

  test('K109 is explained with the annotations that it would make, and nothing runs', async () => {
    const { helve } = await createFolder({ 'flow.yaml': checking, 'de.po': catalog });
    const { stdout } = await helve('run', 'flow.yaml', 'de.po', '--explain');
    expect(stdout).toMatch(/annotations\n {2}term {5}on the source {5}by 1\n {2}finding {2}qa on the target {2}by 2/);
    expect(json((await helve('run', 'flow.yaml', 'de.po', '--explain', '--json')).stdout)).toMatchObject({
      annotations: [
        { type: 'term', steps: ['1'] },
        { type: 'qa', kind: 'finding', steps: ['2'] },
      ],
    });
  });

  test('has its annotations beside its findings in the HTML report', async () => {
    const { helve, read } = await createFolder({ 'flow.yaml': checking, 'de.po': catalog });
    const { code } = await helve('run', 'flow.yaml', 'de.po', '--report', 'report.html');
    expect(code).toBe(0);
    const page = await read('report.html');
    expect(page).toContain('chars.required-missing');
    expect(page.match(/<td>term<\/td><td>5–11<\/td><td><bdi>basket<\/bdi><\/td><td><bdi>de: Warenkorb/g)).toHaveLength(
      2,
    );
  });

  test('that puts private data back lists annotations without content', async () => {
    const secret = `steps:
  - { tool: redact, config: { rules: [{ term: Ada, category: person }], vault: memory } }
  - tool: segmentation
  - { tool: unredact, config: { vault: memory } }
`;
    const { helve } = await createFolder({ 'flow.yaml': secret, 'ada.json': '{"a":"Hello Ada. Bye."}' });
    const { stdout } = await helve('run', 'flow.yaml', 'ada.json', '--annotations', 'all', '--json');
    const { annotations } = json(stdout);
    expect(annotations).toMatchObject({ counts: { segment: 2 } });
    expect(JSON.stringify(annotations)).not.toMatch(/Ada|Bye|text"/);
  });
});
