import { createBlock, type Block, type Part } from '@helve/flow';
import { cloneBlock } from '@helve/flow/content';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { runSteps, runTool, toParts, type RunToolOptions } from '../../testing/run-tool.js';
import { script } from './script.js';

/** Runs a script over blocks. */
function runCode(
  code: string,
  blocks: readonly (Block | string)[] = ['Hello'],
  { config, ...options }: RunToolOptions = {},
) {
  return runTool(script, blocks, { ...options, config: { code, ...config } });
}

const problemOf = async (run: ReturnType<typeof runCode>): Promise<string> => {
  const { report } = await run;
  return report.documents[0]?.error?.message ?? '';
};

describe('script, what it may do', () => {
  test('T56 script sets a target from the text', async () => {
    const { block } = await runCode(`export function process({ block }, ctx) {
      for (const target of ctx.locales.targets) block?.setTarget(target, block.text(ctx.locales.source).toUpperCase());
    }`);
    expect(block.targets['de']).toMatchObject({
      runs: [t('HELLO')],
      status: 'draft',
      origin: { kind: 'tool', tool: 'script' },
    });
  });

  test('T56 script reads source, targets, overlays, annotations and properties of a block', async () => {
    const block = aBlock([t('a '), ...bold('1', t('b'))], { de: 'x' }, { properties: { key: 'k' } });
    block.overlays.push({ type: 'term', variant: null, layer: '', spans: [{ id: 't1', props: {} }] });
    block.annotations['note'] = { type: 'note', items: [{ text: 'n' }] };
    const { report, block: after } = await runCode(
      `export function process({ block: b, id }) {
        if (!b) return;
        b.properties.seen = JSON.stringify([id, b.id, b.source.length, b.targets.de.runs[0].text, b.overlays[0].type,
          b.annotations.note.items[0].text, b.properties.key, b.translatable, b.text('de'), b.placeholderText(),
          b.units().map(({ text, shape }) => [text, [...shape].length])]);
      }`,
      [block],
      { config: { produces: ['property:seen@source'] } },
    );
    expect(report.status).toBe('ok');
    expect(JSON.parse(after.properties['seen'] ?? '[]')).toEqual([
      'b1',
      'b1',
      4,
      'x',
      'term',
      'n',
      'k',
      true,
      'x',
      'a <x id="1"/>b<x id="/1"/>',
      [['a b', 5]],
    ]);
  });

  test('T56 parse turns tagged text back into runs with their codes', async () => {
    const { block } = await runCode(
      `export function process({ block }) {
        block?.setTarget('de', block.parse(block.placeholderText().replace('Hi', 'Hallo')).runs, { status: 'translated', score: 0.5 });
      }`,
      [aBlock([t('Hi '), variable('x')])],
    );
    expect(show(block.targets['de']?.runs)).toBe('Hallo <x id="x/"/>');
    expect(block.targets['de']).toMatchObject({ status: 'translated', score: 0.5 });
  });

  test('T5 a target without the codes of the source becomes a proposal', async () => {
    const { block, report } = await runCode(`export function process({ block }) { block?.setTarget('de', 'Hallo'); }`, [
      aBlock([t('Hi '), variable('x')]),
    ]);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({ items: [{ rejected: 'codes', locale: 'de' }] });
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'target-rejected': 1 });
  });

  test('T56 addSpan, annotations and properties are written where they are declared', async () => {
    const { block } = await runCode(
      `export function process({ block }) {
        if (!block) return;
        block.addSpan('term', { start: 0, end: 2, props: { by: 'me' } });
        block.addSpan('term', { start: 3, end: 5, id: 'mine' });
        block.annotations.note = { type: 'note', items: [{ text: 'new' }] };
        delete block.properties.old;
        block.properties.fresh = 'yes';
      }`,
      [aBlock('Hello', {}, { properties: { old: '1' } })],
      { config: { produces: ['term@source', 'note@source', 'property:*@source'] } },
    );
    expect(block.overlays).toMatchObject([
      {
        type: 'term',
        spans: [{ id: 'term-1', range: { startOffset: 0, endOffset: 2 }, props: { by: 'me' } }, { id: 'mine' }],
      },
    ]);
    expect(block.annotations['note']).toEqual({ type: 'note', items: [{ text: 'new' }] });
    expect(block.properties).toEqual({ fresh: 'yes' });
  });

  test('K60 a port that is not declared stops the run and names it', async () => {
    const run = runCode(`export function process({ block }) { if (block) block.properties.x = 'y'; }`, ['a'], {
      onError: 'skip',
    });
    expect(await problemOf(run)).toContain('property:x');
  });

  test('T56 begin and end are called once, keep state between parts and may add parts', async () => {
    const made = createBlock({ id: 'sum', sourceLocale: 'en', source: 'x' });
    const { blocks, report } = await runCode(
      `let count = 0;
      export function begin() { log('begun'); }
      export function process(part) { if (part.kind === 'block') count += 1; }
      export function end() { const made = ${JSON.stringify({ ...made, identity: {} })}; made.name = String(count); emit({ kind: 'data', data: { id: 'd', name: made.name, properties: {}, referent: false } }); }`,
      ['a', 'b', 'c'],
    );
    expect(report.status).toBe('ok');
    expect(blocks.map(({ id }) => id)).toEqual(['b1', 'b2', 'b3']);
  });

  test('T56 null drops a block, undefined passes it, skip leaves it out', async () => {
    const { blocks } = await runCode(
      `export function process({ kind, block }) {
        if (kind !== 'block') return;
        if (block.id === 'b1') return null;
        if (block.id === 'b2') return skip();
      }`,
      ['a', 'b', 'c'],
    );
    expect(blocks.map(({ id }) => id)).toEqual(['b3']);
  });

  test('TV33 two emits give two parts, each a copy of its own', async () => {
    const { blocks } = await runCode(
      `export function process(part) {
        if (part.kind !== 'block') return;
        part.block.setTarget('de', 'one');
        emit(part);
        part.block.setTarget('de', 'two');
        emit(part);
      }`,
    );
    expect(blocks.map(({ id, targets }) => [id, show(targets['de']?.runs)])).toEqual([
      ['b1', 'one'],
      ['b1#2', 'two'],
    ]);
  });

  test('T56 an array hands on each part, and a part of the script itself is decoded', async () => {
    const { blocks } = await runCode(
      `export function process(part) {
        if (part.kind !== 'block') return part;
        const copy = JSON.parse(JSON.stringify(part));
        copy.block.id = 'mine';
        return [part, copy, part];
      }`,
    );
    expect(blocks.map(({ id }) => id)).toEqual(['b1', 'mine', 'b1#2']);
  });

  test('T56 properties of parts that are no blocks can be changed', async () => {
    const { layer } = await runCode(
      `export function process(part) { if (part.kind === 'layer-start') part.content.properties.seen = part.id; }`,
    );
    expect(layer.properties).toEqual({ seen: 'doc' });
  });

  test('T56 a script can come from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-script-'));
    const scriptFile = join(folder, 'own.mjs');
    await writeFile(scriptFile, `export const process = ({ block }) => block?.setTarget('de', 'from file');`);
    const { block } = await runTool(script, ['a'], { config: { scriptFile } });
    expect(show(block.targets['de']?.runs)).toBe('from file');
    await writeFile(scriptFile, `export const process = () => {\n  null.x;\n};`);
    expect(await problemOf(runTool(script, ['a'], { config: { scriptFile } }))).toContain('line 2, column');
    await rm(folder, { recursive: true });
    expect(await problemOf(runTool(script, ['a'], { config: { scriptFile } }))).toContain('cannot be read');
  });
});

describe('script, what it may not do', () => {
  test('T56 there is no file, network, process, clock or chance in the sandbox', async () => {
    const names = ['Date', 'process', 'require', 'fetch', 'setTimeout', 'console', 'performance', 'WebAssembly'];
    const { block } = await runCode(
      `const found = ${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== 'undefined');
      if (Math.random) found.push('random');
      export { go as process };
      function go({ block }) { block?.setTarget('de', found.join() || 'none'); }`,
    );
    expect(show(block.targets['de']?.runs)).toBe('none');
    expect(await problemOf(runCode(`import fs from 'node:fs'; export const process = () => {};`))).toContain(
      'could not load module',
    );
  });

  test('TV33 an endless loop stops at the limit with line and column', async () => {
    const started = cpuNow();
    const run = runCode(`export function process() {\n  for (;;) {}\n}`, ['a'], { config: { timeLimitMs: 50 } });
    const { report } = await run;
    expect(report.documents[0]?.error).toMatchObject({ type: 'TIMEOUT' });
    expect(report.documents[0]?.error?.message).toMatch(/longer than 50 ms, at line \d+, column \d+/);
    expect(cpuNow() - started).toBeLessThan(5_000);
  });

  test('TV33 a built-in that does not end is ended from outside, and the next block gets a fresh sandbox', async () => {
    const started = performance.now();
    const { blocks, report } = await runCode(
      `export function process({ block }) {
        if (block === undefined) return;
        if (block.id === 'b2') Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);
        block.setTarget('de', 'done');
      }`,
      ['a', 'b', 'c'],
      { onError: 'skip', config: { timeLimitMs: 50 } },
    );
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(blocks.map(({ targets }) => 'de' in targets)).toEqual([true, false, true]);
    expect(report.losses).toMatchObject([{ kind: 'block-skipped', detail: { type: 'TIMEOUT' } }]);
  });

  test('TV33 an allocation of 1 GB fails, and the next block gets a fresh sandbox', async () => {
    const { blocks, report } = await runCode(
      `let handled = 0;
      export function process({ block }) {
        if (block === undefined) return;
        handled += 1;
        if (block.id === 'b2') { const all = []; for (let i = 0; i < 1000; i++) all.push(new Uint8Array(1e6)); }
        block.setTarget('de', String(handled));
      }`,
      ['a', 'b', 'c'],
      { onError: 'skip', config: { timeLimitMs: 5000 } },
    );
    expect(blocks.map(({ targets }) => show(targets['de']?.runs))).toEqual(['1', '', '1']);
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
  });

  test.each([4, 16, 64])('T56 a limit of %i MB holds for arrays and for text', async (memoryLimitMb) => {
    const config = { memoryLimitMb, timeLimitMs: 10_000 };
    const allocate = (mb: number) =>
      runCode(
        `export function process({ block }) { if (block) globalThis.kept = new Uint8Array(${mb} * 1048576); }`,
        ['a'],
        { config },
      );
    expect((await allocate(memoryLimitMb / 2)).report.status).toBe('ok');
    expect(await problemOf(allocate(memoryLimitMb * 1.25))).toContain('out of memory');
    const text = `export function process() { let text = 'x'; for (;;) text = (text + text).replace('x', 'y'); }`;
    expect(await problemOf(runCode(text, ['a'], { config }))).toMatch(/memory|string too long|invalid string length/i);
  });

  test('T56 deep recursion is an error of the script', async () => {
    const run = runCode(`export function process() { return process(); }\nfunction x() {}`, ['a']);
    expect(await problemOf(run)).toMatch(/stack overflow|recursion/i);
  });

  test('TV33 a source edit without the flag fails', async () => {
    const run = runCode(`export function process({ block }) {\n  if (block) block.source = 'x';\n}`);
    expect(await problemOf(run)).toMatch(/allowSourceMutation, at line 2, column \d+/);
    const copied = runCode(`export function process(part) {
      if (part.kind !== 'block') return;
      const copy = JSON.parse(JSON.stringify(part));
      copy.block.source[0].text = 'changed';
      return copy;
    }`);
    expect(await problemOf(copied)).toContain('allowSourceMutation');
  });

  test('T56 source edits with the flag go through the applier and keep codes and marks', async () => {
    const block = aBlock([t('Hello '), ...bold('1', t('brave')), t(' world')]);
    block.overlays.push({
      type: 'term',
      variant: null,
      layer: '',
      spans: [{ id: 't1', range: { startRun: 4, startOffset: 1, endRun: 4, endOffset: 6 }, props: {} }],
    });
    const config = { allowSourceMutation: true, timeLimitMs: 1000 };
    const { block: after, report } = await runCode(
      `export function process({ block }) { if (block) block.source = block.text('en').replace('Hello', 'Goodbye'); }`,
      [block],
      { config },
    );
    expect(report.documents[0]?.error).toBeUndefined();
    expect(show(after.source)).toBe('Goodbye <x id="1"/>brave<x id="/1"/> world');
    expect(after.overlays[0]?.spans).toHaveLength(1);
  });

  test('T56 a source can be set as runs, in every form', async () => {
    const config = { allowSourceMutation: true };
    const { block } = await runCode(
      `export function process({ block }) {
        if (!block) return;
        const runs = JSON.parse(JSON.stringify(block.source));
        runs[1].forms.other[0].text = 'many files';
        runs[0].text = 'Now: ';
        block.source = runs;
        block.setTarget('de', runs);
      }`,
      [aBlock([t('In all: '), plural({ one: 'a file', other: 'files' })])],
      { config },
    );
    expect(show(block.source)).toBe('Now: {one[a file] other[many files]}');
    expect(show(block.targets['de']?.runs)).toBe('Now: {one[a file] other[many files]}');
  });

  test('T56 errors name the line and the column', async () => {
    expect(await problemOf(runCode(`export function process() {\n  null.x;\n}`))).toMatch(/line 2, column \d+/);
    expect(await problemOf(runCode(`export function process() {\n  let x = ;\n}`))).toMatch(/line 2, column \d+/);
    expect(await problemOf(runCode(`export const other = 1;`))).toContain('exports no function process');
    expect(await problemOf(runCode(`export async function process() {}`))).toContain('must not be async');
  });

  test('T56 what a script writes is checked', async () => {
    const write = (body: string, produces: readonly string[] = ['target@target']) =>
      problemOf(
        runCode(`export function process({ block }) { if (block) { ${body} } }`, ['abc'], { config: { produces } }),
      );
    expect(await write(`block.setTarget('de', 5)`)).toContain('text or a list of runs');
    expect(await write(`block.setTarget('de', [{ kind: 'ph', id: 7 }])`)).not.toBe('');
    expect(await write(`block.setTarget('de', 'x', { status: 'perfect' })`)).toContain('status');
    expect(await write(`block.addSpan('term', { start: 2 })`, ['term@source'])).toContain('end');
    expect(await write(`block.addSpan('term', { start: 2, end: 9 })`, ['term@source'])).not.toBe('');
    expect(await write(`block.addSpan('term', { variant: 'de', start: 0, end: 1 })`, ['term@target'])).toContain(
      'no target',
    );
    expect(await write(`block.annotations.note = { type: 'note', items: 3 }`, ['note@source'])).toContain('note');
    expect(await write(`block.properties.x = 3`, ['property:x@source'])).toContain('properties');
  });

  test('T56 a part that was handed on cannot be used again', async () => {
    const code = `let kept;
      export function process(part) { if (part.kind !== 'block') return; if (kept) kept.block.setTarget('de', 'late'); kept = part; }`;
    expect(await problemOf(runCode(code, ['a', 'b']))).toContain('handed on');
    expect(
      await problemOf(
        runCode(`let kept; export function process(part) { kept = part; } export function end() { emit(kept); }`),
      ),
    ).toContain('handed on');
  });

  test('T56 the config is refused without a script and with ports that are none', () => {
    const steps = (config: object) => runSteps([script], [{ tool: 'script', config: { ...config } }], toParts(['a']));
    return Promise.all([
      expect(steps({})).rejects.toThrow('There is no script'),
      expect(steps({ code: 'x', scriptFile: 'a.js' })).rejects.toThrow(
        'There are two scripts, "scriptFile" and "code"',
      ),
      expect(steps({ code: 'x', produces: ['target'] })).rejects.toThrow('is not a port'),
      expect(steps({ code: 'x', consumes: ['entity@side'] })).rejects.toThrow('is not a port'),
    ]);
  });

  test('K49 a script that only passes parts changes nothing', async () => {
    const parts: readonly Part[] = toParts([aBlock([t('a'), variable('x')], { de: 'b' }), 'c']);
    const before = JSON.stringify(parts.map((part) => (part.kind === 'block' ? cloneBlock(part.block) : part)));
    const { parts: after } = await runSteps(
      [script],
      [{ tool: 'script', config: { code: 'export const process = (p) => p;' } }],
      parts,
    );
    expect(JSON.stringify(after.map((part) => (part.kind === 'block' ? part.block : part)))).toBe(before);
  });
});
