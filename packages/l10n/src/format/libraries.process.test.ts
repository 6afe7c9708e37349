import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../../../..');
const dist = join(root, 'packages', 'l10n', 'dist', 'index.js');

/** Libraries of single formats; HTML has a tokenizer of its own, and messages are in all of them. */
const libraries = ['yaml', 'fflate'] as const;

/** Reads a file in a process of its own, and gives the libraries that were loaded for it. */
function loadedFor(format: string, content: string): readonly string[] {
  const hooks = `import { writeSync } from 'node:fs';
export async function load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); }`;
  const script = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
const { allFormats, createFormats } = await import(${JSON.stringify(dist)});
const { bytesSource } = await import(${JSON.stringify(dist.replace('l10n/dist/index.js', 'flow/dist/content.js'))});
const format = createFormats(allFormats).byId(${JSON.stringify(format)});
const ctx = { document: 'a', sourceLocale: 'en', signal: new AbortController().signal, lose() {} };
for await (const part of format.read(bytesSource(Buffer.from(${JSON.stringify(content)})), {}, ctx)) void part;`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: root,
  });
  expect(status, stderr).toBe(0);
  return libraries.filter((name) => stderr.includes(`/node_modules/${name}/`));
}

describe('libraries of formats', () => {
  test('X2 those that are needed are dependencies, in exact versions, and none of later formats is', () => {
    const { dependencies } = manifest;
    for (const name of libraries)
      expect(dependencies).toHaveProperty([name], expect.stringMatching(/^\d+\.\d+\.\d+$/u));
    const later = ['toml-eslint-parser', 'php-parser', '@fluent/syntax', 'acorn', 'messageformat', 'fontoxpath'];
    for (const name of later) expect(dependencies).not.toHaveProperty([name]);
  });

  test.each([
    ['properties', 'a = Hi\n', []],
    ['androidxml', '<resources><string name="a">Hi</string></resources>', []],
    ['html', '<p>Hi <b>you</b></p>', []],
    ['yaml', 'a: Hi\n', ['yaml']],
    ['markdown', '# Hi\n', []],
    ['csv', 'key,en\na,Hi\n', []],
  ] as const)(
    'X2 a run over %s loads the libraries of its format alone',
    { timeout: 60_000 },
    (format, content, expected) => {
      expect(loadedFor(format, content)).toEqual(expected);
    },
  );

  test('X3 libraries are asked for places only: no serializer of theirs writes a byte', () => {
    const serializers =
      /\bsetScalarValue\b|\bCST\.(?:stringify|setScalarValue)|from 'yaml'[^;]*\bstringify\b|\bmodify\(|\bapplyEdits\(.*jsonc/u;
    const sources = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(sources.length).toBeGreaterThan(300);
    const imported = sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      if (serializers.test(text)) return [`${file} calls a serializer`];
      const [, names = ''] = /import(?: type)? \{([^}]*)\} from 'yaml'/u.exec(text) ?? [];
      return /\b(?:stringify|Document\.prototype)\b/u.test(names) ? [`${file} imports ${names}`] : [];
    });
    expect(imported).toEqual([]);
  });
});
