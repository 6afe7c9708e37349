import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build, transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { capabilityAction } from '../action/capability-action.js';
import { ToolCapability } from '../capability/tool-capability.js';
import { SurfaceSample } from '../testing/fixture/surface-sample.js';
import type { AnyClass } from './class-members.js';
import { deriveStructuralSurface } from './derive-structural-surface.js';
import { method } from './method.js';
import type { StructuralSurface } from './structural-surface.js';
import { surfaceHash } from './surface-hash.js';

const surface = deriveStructuralSurface(SurfaceSample);
const methodOf = ({ methods }: StructuralSurface, name: string) => methods.find((found) => found.name === name);

describe('deriveStructuralSurface', () => {
  test('R57 gives all public members, inherited ones too, and hides the rest', () => {
    const names = surface.methods.map(({ name }) => name);
    for (const name of ['execute', 'reconfigure', 'dispatchToAction', 'initialize', 'transcribe', 'words', 'of']) {
      expect(names).toContain(name);
    }
    for (const name of ['constructor', '_releaseModel', '_hidden', '_cancelRequested', 'field', '#config']) {
      expect(JSON.stringify(surface)).not.toContain(`"${name}"`);
    }
    expect(surface.properties).toEqual(['name', 'supportedActions', 'version']);
    expect(methodOf(surface, 'initialize')?.signature).toContain('config');
  });

  test('R57 parameters are read by a parser: defaults, rest, and what is taken apart', () => {
    expect(methodOf(surface, 'transcribe')).toEqual({
      name: 'transcribe',
      signature: 'transcribe({ audio, sample-rate, ... }, ...rest)',
      params: ['arg0', '...rest'],
      named: ['audio', 'sample-rate', '...'],
    });
    expect(methodOf(surface, 'words')).toEqual({
      name: 'words',
      signature: '*words(text?, arg1?)',
      params: ['text', 'arg1'],
      streams: 'list',
    });
  });

  test('R58 members are sorted by code unit', () => {
    class Mixed {
      b() {}
      B() {}
      a1() {}
      a_1() {}
      é() {}
    }
    expect(deriveStructuralSurface(Mixed).methods.map(({ name }) => name)).toEqual(['B', 'a1', 'a_1', 'b', 'é']);
    for (const list of [surface.methods.map(({ name }) => name), surface.properties, surface.base ?? []]) {
      expect(list).toEqual(list.toSorted());
    }
  });

  test('R58 two runs and two processes give the same JSON and the same hash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'helve-surface-'));
    try {
      const outfile = join(folder, 'print.mjs');
      const source = `
        import { deriveStructuralSurface } from './derive-structural-surface.js';
        import { SurfaceSample } from '../testing/fixture/surface-sample.js';
        import { surfaceHash } from './surface-hash.js';
        const surface = deriveStructuralSurface(SurfaceSample);
        process.stdout.write(JSON.stringify({ surface, hash: surfaceHash(surface) }));`;
      await build({
        stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
        bundle: true,
        format: 'esm',
        platform: 'node',
        outfile,
        alias: { '@helve/core': join(import.meta.dirname, '../../../core/src/index.ts') },
      });
      const [first, second] = [1, 2].map(() => execFileSync(process.execPath, [outfile], { encoding: 'utf8' }));
      expect(first).toBe(second);
      expect(first).toMatch(/"own":"sha256:[0-9a-f]{64}"/);
      expect(deriveStructuralSurface(SurfaceSample)).toEqual(surface);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('R59 an accessor is a property and is never run', () => {
    class Watched {
      get alone(): string {
        throw new Error('run');
      }
      static get shared(): string {
        throw new Error('run');
      }
      set only(_value: string) {
        throw new Error('run');
      }
    }
    expect(deriveStructuralSurface(Watched)).toEqual({
      methods: [],
      properties: ['alone', 'only', 'shared'],
      attributes: [],
    });
  });

  test('R59 plain, async, generator and static functions are methods without a receiver; other statics are attributes', () => {
    class Sorts {
      static list = [1];
      static table = new Map();
      static nothing = null;
      static text = 'x';
      static Inner = class {};
      static schema = z.object({});
      static arrow = (a: number, ...more: number[]) => [a, more];
      static plain = function named(first: string) {
        return first;
      };
      async later(this: Sorts, one: string) {
        return one;
      }
      async *stream() {
        yield 1;
      }
      ['computed name'](value: number) {
        return value;
      }
      'in quotes'(value: number) {
        return value;
      }
      new(of: number) {
        return of;
      }
    }
    const { methods, attributes } = deriveStructuralSurface(Sorts);
    expect(methods).toEqual([
      { name: 'arrow', signature: 'arrow(a, ...more)', params: ['a', '...more'], static: true },
      { name: 'computed name', signature: 'computed name(value)', params: ['value'] },
      { name: 'in quotes', signature: 'in quotes(value)', params: ['value'] },
      { name: 'later', signature: 'later(one)', params: ['one'] },
      { name: 'new', signature: 'new(of)', params: ['of'] },
      { name: 'plain', signature: 'plain(first)', params: ['first'], static: true },
      { name: 'stream', signature: '*stream()', params: [], streams: 'list' },
    ]);
    expect(attributes).toEqual([
      { name: 'Inner', type: 'class' },
      { name: 'list', type: 'Array' },
      { name: 'nothing', type: 'null' },
      { name: 'schema', type: 'ZodObject' },
      { name: 'table', type: 'Map' },
      { name: 'text', type: 'string' },
    ]);
  });

  test('R60 the walk knows the class alone: any class will do, and nothing of it is made or loaded', () => {
    class Parent {
      shared(a: number) {
        return a;
      }
      replaced(a: number) {
        return a;
      }
    }
    class Child extends Parent {
      constructor() {
        super();
        throw new Error('made');
      }
      override replaced(a: number, b = 1) {
        return a + b;
      }
    }
    const derived = deriveStructuralSurface(Child);
    expect(derived).toEqual({
      methods: [
        { name: 'replaced', signature: 'replaced(a, b?)', params: ['a', 'b'] },
        { name: 'shared', signature: 'shared(a)', params: ['a'] },
      ],
      properties: [],
      attributes: [],
    });
  });

  test('declared schemas stand with their method, and an override keeps them', () => {
    const input = z.object({ text: z.string() });
    class Typed {
      @method({ input, output: z.string() })
      shout({ text }: { text: string }) {
        return text;
      }
      @capabilityAction('count', { output: { type: 'integer' } })
      count() {
        return 1;
      }
    }
    class Heir extends Typed {
      override shout({ text }: { text: string }) {
        return `${text}!`;
      }
    }
    expect(methodOf(deriveStructuralSurface(Heir), 'shout')).toMatchObject({
      named: ['text'],
      input: { type: 'object', required: ['text'] },
      output: { type: 'string' },
    });
    expect(methodOf(deriveStructuralSurface(Heir), 'count')).toMatchObject({ output: { type: 'integer' } });
    expect(surfaceHash(deriveStructuralSurface(Heir)).own).toBe(surfaceHash(deriveStructuralSurface(Typed)).own);
  });

  test('names of minified and native code are not relied on, and their changes are no drift', () => {
    const classFrom = (source: string) => runInThisContext(`(${source})`) as AnyClass;
    const source = 'class T{resize(imageData,targetWidth=1){let total=imageData;return total*targetWidth}}';
    const { code } = transformSync(`export default ${source}`, { minify: true });
    const small = classFrom(code.replace('export default', '').trim().replace(/;$/, ''));
    expect(methodOf(deriveStructuralSurface(small), 'resize')).toMatchObject({ paramsReliable: false });
    expect(methodOf(deriveStructuralSurface(classFrom(source)), 'resize')).not.toHaveProperty('paramsReliable');
    const add = classFrom('class T { add(a, b) { return a + b; } }');
    expect(methodOf(deriveStructuralSurface(add), 'add')).not.toHaveProperty('paramsReliable');
    class Native {
      static at = Math.max.bind(null);
    }
    expect(methodOf(deriveStructuralSurface(Native), 'at')).toMatchObject({ paramsReliable: false });
    const [one, two] = ['class T{a(e,t){return e}}', 'class T{a(n,r){return n}}'].map((text) =>
      surfaceHash(deriveStructuralSurface(classFrom(text))),
    );
    expect(one).toEqual(two);
  });

  test('what comes from ToolCapability as it is belongs to the base', () => {
    expect(surface.base).toContain('method reconfigure');
    expect(surface.base).toContain('property supportedActions');
    for (const own of [
      'method cleanup',
      'method initialize',
      'property name',
      'static method of',
      'attribute limits',
    ]) {
      expect(surface.base).not.toContain(own);
    }
    expect(deriveStructuralSurface(ToolCapability as AnyClass).base).toContain('method cleanup');
  });
});
