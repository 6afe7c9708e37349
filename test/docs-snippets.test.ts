import { rmSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Block, blocksOf, exitOf, fileOf, type Page, pageProblems, readPages } from './docs/pages.js';
import {
  compileBlocks,
  followPage,
  makeProjectFolder,
  nameOf,
  type Ran,
  runShell,
  runTypeScript,
} from './docs/snippets.js';

const pages = readPages();
const blocks = pages.flatMap(blocksOf);
const typescript = blocks.filter(({ language }) => language === 'ts');
const compiled = compileBlocks(typescript, 'pages');
/** Pages that build up a project: their blocks run one after the other, in one folder. */
const followed = new Map(
  pages.map((page) => [page.path, blocksOf(page)] as const).filter(([, list]) => list.some(fileOf)),
);

test.each(pages)('$path is in order', (page) => {
  expect(pageProblems(page)).toEqual([]);
});

test.each(typescript.map(nameOf))('%s compiles', (name) => {
  expect(compiled.get(name)).toEqual([]);
});

test.each(marked('ts'))('%s runs', async (_, found) => {
  expectGood(found, await runTypeScript(found));
});

test.each(marked('sh'))('%s runs', (_, found) => {
  expectGood(found, runShell(found));
});

test.each([...followed])('%s works from top to bottom', { timeout: 120_000 }, async (_, list) => {
  const folder = makeProjectFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for await (const [found, ran] of followPage(list, folder)) expectGood(found, ran);
});

describe('the checks of pages', () => {
  test('a page is found wanting for its beginning, its length and its links', () => {
    const long = 'a line\n'.repeat(41);
    expect(problemsOf('docs/a.md', '# Title\n\n## Straight on')).toEqual([
      'docs/a.md has no first paragraph under its title',
    ]);
    expect(problemsOf('docs/a.md', '# Title\n\n- a list')).toEqual([
      'docs/a.md has no first paragraph under its title',
    ]);
    expect(problemsOf('docs/a.md', '# Title\n\nThe answer.')).toEqual([]);
    expect(problemsOf('packages/core/README.md', long)).toEqual(['packages/core/README.md has 41 lines, of 40']);
    expect(problemsOf('README.md', '# A\n\n[b](docs/b.md)\n[c](#a)\n[d](#d)\n[e](https://example.com)')).toEqual([
      'README.md:3 links to docs/b.md, which is not there',
      'README.md:5 links to #d, and that heading is not there',
    ]);
    expect(problemsOf('README.md', '```md\n[b](docs/b.md)\n```\n`[c](c.md)`')).toEqual([]);
  });

  test('a block keeps its place, its marks and its output', () => {
    const text =
      'Text\n\n```ts run\nconsole.log(1);\n```\n\n```text output\n1\n```\n\n- item\n  ```sh\n  helve tools\n  ```\n';
    expect(blocksOf({ path: 'a.md', text })).toEqual([
      { path: 'a.md', line: 3, language: 'ts', marks: ['run'], code: 'console.log(1);', output: '1' },
      { path: 'a.md', line: 12, language: 'sh', marks: [], code: 'helve tools' },
    ]);
  });

  test('a type error names the page and the line', () => {
    const wrong = block('ts', 'const a = 1;\nconst b: string = a;');
    expect(compileBlocks([wrong, block('ts', 'let fine;', 9)], 'self').get('a.md:3')).toEqual([
      `a.md:5 error TS2322: Type 'number' is not assignable to type 'string'.`,
    ]);
  });

  test('a block that fails or prints something else is reported', async () => {
    const thrown = await runTypeScript(block('ts', `throw new Error('no');`));
    expect(() => expectGood(block('ts', ''), thrown)).toThrow('a.md:3');
    const printed = block('ts', 'console.log(1 as number);');
    expectGood({ ...printed, output: '1' }, await runTypeScript(printed));
    const other = await runTypeScript(printed);
    expect(() => expectGood({ ...printed, output: '2' }, other)).toThrow('a.md:3');
    expect(() => runShell(block('sh', 'helve tools\nrm -r x'))).toThrow('"rm -r x" does not begin with helve');
    expect(() => expectGood(block('sh', ''), runShell(block('sh', 'helve no-such-verb')))).toThrow('a.md:3');
  });
});

function marked(language: string) {
  return blocks
    .filter(({ path, marks, ...found }) => found.language === language && marks.includes('run') && !followed.has(path))
    .map((found) => [nameOf(found), found] as const);
}

function expectGood(found: Block, { status, stdout, stderr }: Ran): void {
  expect(status, `${nameOf(found)} ends with ${status}\n${stderr}`).toBe(exitOf(found));
  if (found.output !== undefined) expect(stdout.trimEnd(), `${nameOf(found)} prints`).toBe(found.output.trimEnd());
}

function problemsOf(path: string, text: string): string[] {
  const page: Page = { path, text };
  return pageProblems(page, (target) => target === path);
}

function block(language: string, code: string, line = 3): Block {
  return { path: 'a.md', line, language, marks: ['run'], code };
}
