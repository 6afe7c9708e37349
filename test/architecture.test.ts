import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkCoreHasNoBuiltins,
  checkCoreLeftwards,
  checkCoverage,
  checkIndexesListNames,
  checkNobodyImportsCli,
  checkNoCycles,
  checkNoEnvironment,
  checkNoInsides,
  checkPermissions,
  type Rule,
} from './architecture/rules.js';
import { checkNamesAreExportedOnce } from './architecture/export-rules.js';
import { checkCommentsStandAlone, checkContractIsData, checkFolderSize } from './architecture/reading-rules.js';
import { readTree } from './architecture/scan.js';
import { importTable, packagesWithRiddles, ungroupedFolders } from './architecture/table.js';

/** A folder with this many files. */
const filesIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/f${index}.ts`, '']));
const entry = (name: string) => `{ "exports": { ".": { "default": "./dist/index.js" } }, "name": "@helve/${name}" }`;

/** Each rule with small trees that break it, and what it says of them; trees that must pass say nothing. */
const rules: {
  rule: Rule;
  title: string;
  cases: { files: Record<string, string>; says: string[] }[];
}[] = [
  {
    title: 'every package has a row in the import table',
    rule: checkCoverage(importTable),
    cases: [
      { files: { 'packages/attic/src/index.ts': '' }, says: ['packages/attic has no row in the import table'] },
      { files: { 'packages/core/src/index.ts': '' }, says: [] },
    ],
  },
  {
    title: 'a package imports only what the table permits',
    rule: checkPermissions(importTable),
    cases: [
      {
        files: { 'packages/core/src/tool/a.ts': `\nimport { quota } from '@helve/govern';` },
        says: ['packages/core/src/tool/a.ts:2 may not import govern'],
      },
      {
        files: { 'packages/gateway/src/a.ts': `export { run } from '@helve/flow';` },
        says: ['packages/gateway/src/a.ts:1 may not import flow'],
      },
      {
        files: { 'packages/flow/src/a.ts': `const worker = await import('@helve/worker');` },
        says: ['packages/flow/src/a.ts:1 may not import worker'],
      },
      {
        files: { 'packages/flow/src/a.ts': `import { runFlow } from '@helve/flow';` },
        says: ['packages/flow/src/a.ts:1 imports its own package by name'],
      },
      {
        files: { 'packages/store/src/a.ts': `import { Trail } from '@helve/govern';` },
        says: ['packages/store/src/a.ts:1 may import types of govern only'],
      },
      {
        files: { 'packages/store/src/a.ts': `import { type Trail } from '@helve/govern';` },
        says: ['packages/store/src/a.ts:1 may import types of govern only'],
      },
      {
        files: { 'packages/cli/src/a.ts': `import { hello } from '@helve/example-hello';` },
        says: ['packages/cli/src/a.ts:1 may not import example-hello'],
      },
      { files: { 'packages/store/src/a.ts': `import type { Trail } from '@helve/govern';` }, says: [] },
      { files: { 'packages/store/src/a.ts': `// import { Trail } from '@helve/govern';` }, says: [] },
      { files: { 'packages/cli/src/a.ts': `import { runFlow } from '@helve/flow';` }, says: [] },
      { files: { 'packages/core/src/a.test.ts': `import { quota } from '@helve/govern';` }, says: [] },
    ],
  },
  {
    title: 'nobody imports cli',
    rule: checkNobodyImportsCli,
    cases: [
      {
        files: { 'packages/gateway/src/a.ts': `import type { Config } from '@helve/cli';` },
        says: ['packages/gateway/src/a.ts:1 imports cli, which nobody may'],
      },
      { files: { 'examples/hello/src/a.ts': `import { defineConfig } from '@helve/cli';` }, says: [] },
    ],
  },
  {
    title: 'imports never go in a circle',
    rule: checkNoCycles,
    cases: [
      {
        files: {
          'packages/core/src/tool/a.ts': `import { b } from './b.js';`,
          'packages/core/src/tool/b.ts': `export { c } from './c.js';`,
          'packages/core/src/tool/c.ts': `await import('./a.js');`,
        },
        says: [
          'imports go in a circle: packages/core/src/tool/a.ts → packages/core/src/tool/b.ts → packages/core/src/tool/c.ts → packages/core/src/tool/a.ts',
        ],
      },
      {
        files: {
          'packages/flow/src/index.ts': `export { a } from '@helve/core';`,
          'packages/core/src/index.ts': `export { b } from '@helve/flow';`,
        },
        says: [
          'imports go in a circle: packages/flow/src/index.ts → packages/core/src/index.ts → packages/flow/src/index.ts',
        ],
      },
      {
        files: {
          'packages/core/src/tool/a.ts': `import type { B } from './b.js';`,
          'packages/core/src/tool/b.ts': `import { a } from './a.js';`,
        },
        says: [],
      },
    ],
  },
  {
    title: 'core imports no Node built-in',
    rule: checkCoreHasNoBuiltins,
    cases: [
      {
        files: { 'packages/core/src/tool/a.ts': `import { readFileSync } from 'node:fs';\nimport path from 'path';` },
        says: [
          'packages/core/src/tool/a.ts:1 core imports the Node built-in node:fs',
          'packages/core/src/tool/a.ts:2 core imports the Node built-in path',
        ],
      },
      { files: { 'packages/core/src/tool/a.test.ts': `import 'node:fs';` }, says: [] },
      { files: { 'packages/cli/src/a.ts': `import 'node:fs';` }, says: [] },
    ],
  },
  {
    title: 'the folders of core import leftwards',
    rule: checkCoreLeftwards,
    cases: [
      {
        files: { 'packages/core/src/errors/a.ts': `import type { Tool } from '../tool/b.js';` },
        says: ['packages/core/src/errors/a.ts:1 errors imports tool, which is to its right'],
      },
      {
        files: { 'packages/core/src/tool/a.ts': `import { x } from '../index.js';` },
        says: ['packages/core/src/tool/a.ts:1 tool imports the index, which is to its right'],
      },
      {
        files: { 'packages/core/src/helpers/a.ts': `import { x } from '../tool/b.js';` },
        says: ['packages/core/src/helpers/a.ts:1 the folder helpers has no place in the order of core'],
      },
      { files: { 'packages/core/src/invoke/deep/a.ts': `import { x } from '../../tool/b.js';` }, says: [] },
      { files: { 'packages/core/src/index.ts': `export { x } from './invoke/b.js';` }, says: [] },
    ],
  },
  {
    title: 'nobody reaches into another package',
    rule: checkNoInsides,
    cases: [
      {
        files: {
          'packages/core/package.json': '{ "exports": { ".": {}, "./testing": {} } }',
          'packages/flow/src/a.ts': `import { x } from '@helve/core/dist/tool/x.js';`,
          'packages/flow/src/b.ts': `import { x } from '../../core/src/index.js';`,
          'packages/flow/src/c.ts': `import { suite } from '@helve/core/testing';`,
          'examples/hello/src/d.ts': `import { x } from '../../../packages/core/src/index.js';`,
        },
        says: [
          'packages/flow/src/a.ts:1 @helve/core/dist/tool/x.js is no public entry',
          'packages/flow/src/b.ts:1 reaches into packages/core',
          'packages/flow/src/c.ts:1 @helve/core/testing is for tests only',
          'examples/hello/src/d.ts:1 reaches into packages/core',
        ],
      },
      {
        files: {
          'packages/core/package.json': '{ "exports": { ".": {}, "./testing": {} } }',
          'packages/flow/src/a.test.ts': `import { suite } from '@helve/core/testing';`,
          'test/b.test.ts': `import { x } from '@helve/core';`,
        },
        says: [],
      },
    ],
  },
  {
    title: 'index files list their exports by name',
    rule: checkIndexesListNames,
    cases: [
      {
        files: { 'packages/core/src/index.ts': `export * from './a.js';\nexport type * from './b.js';` },
        says: [
          'packages/core/src/index.ts:1 exports everything of a file instead of names',
          'packages/core/src/index.ts:2 exports everything of a file instead of names',
        ],
      },
      { files: { 'packages/core/src/index.ts': `export { a } from './a.js';` }, says: [] },
    ],
  },
  {
    title: 'only cli reads the environment',
    rule: checkNoEnvironment,
    cases: [
      {
        files: {
          'packages/core/src/tool/a.ts': `const x = process.env.X;`,
          'packages/core/src/tool/b.ts': `const { env } = process;`,
          'packages/core/src/tool/c.ts': `globalThis.process['env'];`,
          'examples/hello/src/d.ts': `import { env } from 'node:process';`,
        },
        says: [
          'packages/core/src/tool/a.ts:1 reads the environment',
          'packages/core/src/tool/b.ts:1 reads the environment',
          'packages/core/src/tool/c.ts:1 reads the environment',
          'examples/hello/src/d.ts:1 reads the environment',
        ],
      },
      {
        files: {
          'packages/cli/src/a.ts': `process.env.X;`,
          'packages/core/src/a.test.ts': `process.env.X;`,
          'packages/core/src/b.ts': `const env = { X: 1 }; env.X; // process.env`,
        },
        says: [],
      },
    ],
  },
  {
    title: 'core/contract holds types and tables, no behaviour',
    rule: checkContractIsData,
    cases: [
      {
        files: {
          'packages/core/src/contract/a.ts': `export function isA(value: unknown) { return value === 'a'; }`,
          'packages/core/src/contract/b.ts': `export const isB = (value: unknown) => value === 'b';`,
          'packages/core/src/contract/c.ts': `class C {}`,
          'packages/core/src/contract/d.ts': `function d(value: string) { const e = value; return e; }`,
        },
        says: [
          'packages/core/src/contract/a.ts:1 exports a function',
          'packages/core/src/contract/b.ts:1 exports a function',
          'packages/core/src/contract/c.ts:1 declares a class',
          'packages/core/src/contract/d.ts:1 has a function with steps',
        ],
      },
      {
        files: {
          'packages/core/src/contract/a.ts': `export const table = [row('a')];\nfunction row(a: string) { return { a }; }`,
          'packages/core/src/json/b.ts': `export function isB(value: unknown) { return value === 'b'; }`,
        },
        says: [],
      },
    ],
  },
  {
    title: 'no folder has more than 30 source files',
    rule: checkFolderSize(ungroupedFolders),
    cases: [
      {
        files: filesIn('packages/core/src/attic', 31),
        says: ['packages/core/src/attic has 31 source files: group them, 30 is the most'],
      },
      { files: { ...filesIn('packages/core/src/attic', 30), 'packages/core/src/attic/a.test.ts': '' }, says: [] },
    ],
  },
  {
    title: 'no comment begins with "The same"',
    rule: checkCommentsStandAlone(packagesWithRiddles),
    cases: [
      {
        files: { 'packages/attic/src/a.ts': `let a = 1;\n/** The same for lists. */\nlet b = 2; // The same.` },
        says: [
          'packages/attic/src/a.ts:2 a comment begins with "The same"',
          'packages/attic/src/a.ts:3 a comment begins with "The same"',
        ],
      },
      { files: { 'packages/attic/src/a.ts': `// It is the same.\nlet a = 'The same';` }, says: [] },
    ],
  },
  {
    title: 'a name is exported by one package only',
    rule: checkNamesAreExportedOnce,
    cases: [
      {
        files: {
          'packages/attic/package.json': entry('attic'),
          'packages/attic/src/index.ts': `export { Box } from './box.js';`,
          'packages/attic/src/box.ts': `export class Box {}`,
          'packages/cellar/package.json': entry('cellar'),
          'packages/cellar/src/index.ts': `export interface Box { a: string }`,
        },
        says: ['Box is exported for two things: packages/attic/src/box.ts Box, packages/cellar/src/index.ts Box'],
      },
      {
        files: {
          'packages/attic/package.json': entry('attic'),
          'packages/attic/src/index.ts': `export { Box } from './box.js';`,
          'packages/attic/src/box.ts': `export class Box {}`,
          'packages/cellar/package.json': entry('cellar'),
          'packages/cellar/src/index.ts': `export { Box } from '@helve/attic';`,
        },
        says: [],
      },
    ],
  },
];

const workspace = readTree(join(import.meta.dirname, '..'));

describe('the workspace', () => {
  test.each(rules)('$title', ({ rule }) => {
    expect(rule(workspace)).toEqual([]);
  });
});

describe('the rule sees what breaks it', () => {
  test.each(rules)('$title', ({ rule, cases }) => {
    for (const { files, says } of cases) expect(rule(new Map(Object.entries(files)))).toEqual(says);
  });
});
