import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createTools, toolFolder } from '../../../../test/build-kit.js';

async function said(files: Record<string, string>) {
  const project = await createTools(toolFolder('ignore-user', {}, { 'handler.js': undefined, ...files }));
  return (await project.problems()).map(({ code, file, line, message }) => [code, file, line, message]);
}
const js = (handler: string, more: Record<string, string> = {}) => said({ 'handler.js': handler, ...more });
const ts = (handler: string, more: Record<string, string> = {}) => said({ 'handler.ts': handler, ...more });

describe('F17 execute', () => {
  test.each([
    'export function execute() {}',
    'export async function execute() {}',
    'export function* execute() {}',
    'export async function* execute() {}',
    'export const execute = async function* () {};',
    'async function run() {}\nexport { run as execute };',
    'export const execute = async () => {};',
    'export const execute = function () {};',
    'const run = () => {};\nconst alias = run;\nexport { alias as execute };',
    `import { contextHandler } from '@helve/core';\nexport const execute = contextHandler(async () => ({ ok: true }));`,
    `import { contextHandler as adapt } from '@helve/core';\nexport const execute = adapt(() => ({ ok: true }));`,
    `import * as core from '@helve/core';\nexport const execute = core.contextHandler(() => ({ ok: true }));`,
    `export { execute } from './run.js';`,
    `export { run as execute } from './run.js';`,
    `export { default as execute } from './run.js';`,
    `import { run } from './run.js';\nexport { run as execute };`,
    `import run from './run.js';\nexport const execute = run;`,
    `export * from './run.js';`,
  ])('F17 is accepted as %s', async (handler) => {
    const run = { 'run.js': 'export function run() {}\nexport { run as execute };\nexport default () => {};' };
    expect(await js(handler, run)).toEqual([]);
    const typed = {
      'run.ts': 'export function run(): void {}\nexport { run as execute };\nexport default (): void => {};',
    };
    expect(await ts(handler, typed)).toEqual([]);
  });

  test.each([
    ['', undefined, 'The handler exports no "execute"'],
    ['export default { execute() {} };', undefined, 'The handler exports no "execute"'],
    ['module.exports = { execute() {} };', undefined, 'The handler exports no "execute"'],
    ['\nexport const execute = 1;', 2, '"execute" is not a function that can be seen without running it'],
    ['export let execute = () => {};', 1, '"execute" is a "let", which may change'],
    ['export class execute {}', 1, '"execute" is a class'],
    [
      'const contextHandler = (f) => f;\nexport const execute = contextHandler(() => {});',
      2,
      '"execute" is not a function that can be seen without running it',
    ],
    [
      `export { execute } from 'some-package';`,
      1,
      '"execute" is taken from "some-package", which is not a local module',
    ],
    [`export * from './handler.js';`, undefined, 'The handler exports no "execute"'],
  ])('F17 is refused as %j', async (handler, line, message) => {
    expect(await js(handler)).toEqual([['BUILD_HANDLER_EXECUTE', 'ignore-user/handler.js', line, message]]);
  });

  test('F17 is looked for without running anything', async () => {
    const mark = `helve-ran-${process.pid}`;
    const project = await createTools(
      toolFolder(
        'ignore-user',
        {},
        {
          'handler.js': `import './effect.js';\nimport { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport function execute() {}`,
          'effect.js': `globalThis.helveHandlerRan = true;\nthrow new Error('ran');`,
        },
      ),
    );
    expect(await project.build()).toMatchObject({ ok: true });
    expect(existsSync(mark)).toBe(false);
    expect('helveHandlerRan' in globalThis).toBe(false);
  });

  test('F17 broken code and imports that lead nowhere are told with their lines, for each tool its own', async () => {
    const project = await createTools({
      ...toolFolder('first', {}, { 'handler.js': 'export function execute() {\n  return (;\n}' }),
      ...toolFolder('second', {}, { 'handler.js': `\nimport './nowhere.js';\nexport function execute() {}` }),
      ...toolFolder('third', {}, { 'handler.js': `import x from '@/lib';\nexport function execute() { return x; }` }),
      ...toolFolder('fourth'),
    });
    expect((await project.problems()).map(({ tool, code, file, line }) => [tool, code, file, line])).toEqual([
      ['first', 'BUILD_HANDLER', 'first/handler.js', 2],
      ['second', 'BUILD_HANDLER', 'second/handler.js', 2],
      ['third', 'BUILD_HANDLER_ALIAS', 'third/handler.js', undefined],
    ]);
  });

  test('F17 TypeScript is compiled with its local modules, and packages stay outside', async () => {
    const project = await createTools({
      ...toolFolder(
        'typed',
        {},
        {
          'handler.js': undefined,
          'handler.ts': `import { sep } from 'node:path';\nimport { double } from '../_shared/double.js';\nimport pkg from 'left-pad';\nexport const execute = async (input: { n: number }): Promise<object> => ({ ok: true, data: double(input.n), sep, pkg });`,
        },
      ),
      '_shared/double.ts': 'export const double = (n: number): number => n * 2;',
    });
    expect(await project.build()).toMatchObject({ ok: true });
    const code = await project.read('handlers/typed.js');
    expect(code).toContain('n * 2');
    expect(code).toMatch(/from "left-pad"/);
    expect(code).not.toContain('_shared/double.js"');
    await project.write({
      'node_modules/left-pad/index.js': 'export default 7;',
      'node_modules/left-pad/package.json': '{ "name": "left-pad", "type": "module", "main": "index.js" }',
    });
    const { execute } = (await import(pathToFileURL(join(project.dir, 'handlers/typed.js')).href)) as {
      execute: (input: object) => Promise<object>;
    };
    expect(await execute({ n: 21 })).toMatchObject({ data: 42, pkg: 7 });
  });
});
