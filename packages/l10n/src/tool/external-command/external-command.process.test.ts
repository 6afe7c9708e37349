import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '@helve/core';
import type { Block } from '@helve/flow';
import { callOf } from '../../testing/call-of.js';
import { runSteps, runTool, toParts, type RunToolOptions } from '../../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../../testing/runs-kit.js';
import { batch } from '../batch/batch.js';
import { createExecRunTool } from './create-exec-run-tool.js';
import { externalCommand } from './external-command.js';

const node = process.execPath;
const record = createExecRunTool({ environment: { ...process.env, SEEN: 'yes', HIDDEN: 'no' } });
let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'helve-exec-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Builds the config of a program that transforms its input. */
const program = (body: string): JsonObject => ({
  command: node,
  args: ['-e', `let read = ''; process.stdin.on('data', (d) => (read += d)).on('end', () => { ${body} })`],
});
const shout = program('process.stdout.write(read.toUpperCase())');

function run(config: JsonObject, blocks: readonly (Block | string)[], options: RunToolOptions = {}) {
  return runTool(externalCommand, blocks, { call: callOf(record), ...options, config });
}
const source = (config: JsonObject): JsonObject => ({ applySource: true, applyTarget: false, ...config });

describe('external-command, what it sends and takes', () => {
  test('T55 a program changes the targets, and codes come through', async () => {
    const hide = program(`process.stdout.write(read.replace('Hallo', 'Servus') + '\\n')`);
    const { block, report } = await run(hide, [
      aBlock([t('Hi '), variable('x')], { de: [t('Hallo '), variable('x')] }),
    ]);
    expect(report.documents[0]?.error).toBeUndefined();
    expect(show(block.targets['de']?.runs)).toBe('Servus <x id="x/"/>');
    expect(show(block.source)).toBe('Hi <x id="x/"/>');
  });

  test('T1 every form of the source is sent', async () => {
    const { block } = await run(source({ ...shout, send: 'text' }), [
      aBlock([t('all '), plural({ one: 'one', other: [...bold('1', t('more'))] })]),
    ]);
    expect(show(block.source)).toBe('ALL {one[ONE] other[<x id="1"/>MORE<x id="/1"/>]}');
  });

  test('T55 side source makes the answer the target', async () => {
    const { block } = await run({ ...shout, side: 'source', send: 'text' }, ['Hello']);
    expect(block.targets['de']).toMatchObject({
      runs: [t('HELLO')],
      status: 'draft',
      origin: { kind: 'tool', tool: 'external-command' },
    });
  });

  test('T5 a target that lost a code becomes a proposal', async () => {
    const strip = program(`process.stdout.write(read.replace(/<.*>/, ''))`);
    const made = await run({ ...strip, side: 'source' }, [aBlock([t('Hi '), variable('x')])]);
    const edited = await run(strip, [aBlock([t('Hi '), variable('x')], { de: [t('Hallo '), variable('x')] })]);
    expect(made.block.targets).toEqual({});
    expect(show(edited.block.targets['de']?.runs)).toBe('Hallo <x id="x/"/>');
    for (const { block, report } of [made, edited]) {
      expect(block.annotations['alt-translation']).toMatchObject({ items: [{ rejected: 'codes' }] });
      expect(report.documents[0]?.lossCounts).toMatchObject({ 'target-rejected': 1 });
    }
    const { report } = await run(source(strip), [aBlock([t('Hi '), variable('x')])]);
    expect(report.documents[0]?.error?.message).toContain('"x" is missing');
  });

  test.skipIf(process.platform === 'win32')('T55 a program may open its input by name', async () => {
    const byName = `process.stdout.write(require('node:fs').readFileSync('/dev/stdin', 'utf8').toUpperCase())`;
    const { block } = await run(source({ command: node, args: ['-e', byName], send: 'text' }), ['Hello']);
    expect(show(block.source)).toBe('HELLO');
  });

  test('T55 send json gives and takes an object', async () => {
    const echo = program(
      `const { text, locale, id, source } = JSON.parse(read); process.stdout.write(JSON.stringify({ text: [text, locale, id, source].join('|') }))`,
    );
    const { block } = await run(source({ ...echo, send: 'json' }), ['Hello']);
    expect(show(block.source)).toBe('Hello|en|b1|Hello');
    const { report } = await run(source({ ...shout, send: 'json' }), ['Hello']);
    expect(report.documents[0]?.error?.message).toContain('not a JSON object');
  });

  test('TV32 arguments reach the program as they are, with no shell in between', async () => {
    const args = [
      '-e',
      'process.stdout.write(process.argv.slice(1).join(";"))',
      '$(id)',
      '`id`',
      '${source}/${locale}/${id}',
    ];
    const { block } = await run(source({ command: node, args }), ['a; rm -rf "x"']);
    expect(show(block.source)).toBe('$(id);\x60id\x60;a; rm -rf "x"/en/b1');
  });

  test('T55 the target is filled into arguments', async () => {
    const args = ['-e', 'process.stdout.write(process.argv[1])', '${source}>${target}@${locale}'];
    const { block } = await run({ command: node, args }, [aBlock('Hi', { de: 'Hallo' })]);
    expect(show(block.targets['de']?.runs)).toBe('Hi>Hallo@de');
  });

  test('T55 only named variables reach the program', async () => {
    const tell = program('process.stdout.write(Object.keys(process.env).sort().join())');
    const one = await run(source(tell), ['a']);
    const two = await run(source({ ...tell, env: ['SEEN'] }), ['a']);
    expect(show(one.block.source).split(',')).not.toContain('SEEN');
    expect(show(two.block.source).split(',')).toContain('SEEN');
    for (const { block } of [one, two]) expect(show(block.source)).not.toContain('HIDDEN');
  });

  test('T2 blocks that are not translatable and texts without words are not sent', async () => {
    const call = callOf(record);
    const { blocks } = await run(
      source(shout),
      [aBlock('a', {}, { translatable: false }), aBlock([variable('x')], {}, { id: 'b2' })],
      { call },
    );
    expect(call.calls).toEqual([]);
    expect(blocks.map((block) => show(block.source))).toEqual(['a', '<x id="x/"/>']);
  });
});

describe('external-command, when the program fails', () => {
  test('TV32 exit 1 with empty output leaves the block unchanged and is reported', async () => {
    const fails = program(`process.stderr.write('no such dictionary'); process.exitCode = 1`);
    const kept = await run(source({ ...fails, onExit: 'keep' }), ['Hello']);
    expect(show(kept.block.source)).toBe('Hello');
    expect(JSON.stringify(kept.report)).toContain('"exitCode":1');
    expect(JSON.stringify(kept.report)).toContain('no such dictionary');
    const failed = await run(source(fails), ['Hello']);
    expect(failed.report.documents[0]?.error?.message).toMatch(/exit code 1, no such dictionary/);
    const skipped = await run(source(fails), ['Hello'], { onError: 'skip' });
    expect(show(skipped.block.source)).toBe('Hello');
    expect(skipped.report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
  });

  test('T55 only the last 2 kB of stderr are kept', async () => {
    const fails = program(`process.stderr.write('a'.repeat(5000) + 'end'); process.exitCode = 3`);
    const { report } = await run(source({ ...fails, onExit: 'keep' }), ['Hello']);
    const said = /"stderr":"([^"]*)"/.exec(JSON.stringify(report))?.[1] ?? '';
    expect(said).toHaveLength(2048);
    expect(said.endsWith('end')).toBe(true);
  });

  test.each([
    ['a signal', program(`process.kill(process.pid, 'SIGTERM')`), {}, 'ended by SIGTERM'],
    [
      'an overlong answer',
      program(`process.stdout.write('x'.repeat(5000))`),
      { maxOutputBytes: 1000 },
      'more than 1000 bytes',
    ],
    ['an answer that is not UTF-8', program(`process.stdout.write(Buffer.from([255, 254]))`), {}, 'not UTF-8'],
    ['a program that is not there', { command: 'helve-no-such-program' }, {}, 'could not be started'],
  ])('T55 %s is a failure', async (_, config, more, problem) => {
    const { report } = await run(source({ ...config, ...more }), ['Hello']);
    expect(report.documents[0]?.error?.message).toContain(problem);
    const kept = await run(source({ ...config, ...more, onExit: 'keep' }), ['Hello']);
    expect(show(kept.block.source)).toBe('Hello');
    expect(kept.report.status).toBe('ok');
  });

  test('T55 a time-out ends the program and its children', async () => {
    const pidFile = join(folder, 'timeout.pid');
    const body = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid)); setInterval(() => {}, 1000)`;
    const { report } = await run(source({ ...program(body), timeoutMs: 5000 }), ['Hello']);
    expect(report.documents[0]?.error).toMatchObject({ type: 'TIMEOUT' });
    expect(await isAlive(Number(await readFile(pidFile, 'utf8')))).toBe(false);
  });

  test('K113 a cancellation ends the program and its children', async () => {
    const pidFile = join(folder, 'abort.pid');
    const body = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid)); setInterval(() => {}, 1000)`;
    const stop = new AbortController();
    const running = run(source(program(body)), ['Hello'], { signal: stop.signal });
    for (let tries = 0; tries < 1500 && (await readFile(pidFile, 'utf8').catch(() => '')) === ''; tries += 1)
      await wait(20);
    stop.abort();
    expect((await running).report.status).toBe('cancelled');
    expect(await isAlive(Number(await readFile(pidFile, 'utf8')))).toBe(false);
  });

  test('K128 without the record nothing is run', async () => {
    const { report } = await run(source(shout), ['Hello'], { call: callOf() });
    expect(report.documents[0]?.error?.message).toContain('exec.run');
  });

  test('T58 a flow without consent is refused before anything is read', async () => {
    await expect(run(source(shout), ['Hello'], { execTrusted: false })).rejects.toThrow('Cannot load the flow');
  });
});

describe('external-command, many at once', () => {
  const lines = program(
    `process.stdout.write(read.trim().split('\\n').map((line) => { const item = JSON.parse(line); return JSON.stringify({ id: item.id, text: item.text.toUpperCase().replaceAll('<X ID', '<x id') }); }).reverse().join('\\n'))`,
  );

  test('T55 batch mode starts the program once and joins answers by id', async () => {
    const call = callOf(record);
    const { blocks, report } = await run(
      source({ ...lines, mode: 'batch' }),
      ['a', aBlock([t('b '), variable('X')], {}, { id: 'b2' }), 'c'],
      { call },
    );
    expect(report.documents[0]?.error).toBeUndefined();
    expect(call.calls).toHaveLength(1);
    expect(blocks.map((block) => show(block.source))).toEqual(['A', 'B <x id="X/"/>', 'C']);
  });

  test('T54 batch mode takes exactly the groups that batch gathered', async () => {
    const call = callOf(record);
    const steps = [
      { tool: 'batch', config: { size: 2 } },
      { tool: 'external-command', config: { ...lines, mode: 'batch', side: 'source', send: 'text' } },
    ];
    const { blocks } = await runSteps([batch, externalCommand], steps, toParts(['a', 'b', 'c']), { call });
    expect(call.calls).toHaveLength(2);
    expect(blocks.map(({ targets }) => show(targets['de']?.runs))).toEqual(['A', 'B', 'C']);
  });

  test('T55 in batch mode a missing answer fails its block only, and a failed program all of them', async () => {
    const forgets = program(
      `process.stdout.write(JSON.stringify({ id: JSON.parse(read.split('\\n')[0]).id, text: 'X' }))`,
    );
    const one = await run(source({ ...forgets, mode: 'batch' }), ['a', 'b'], { onError: 'skip' });
    expect(one.blocks.map((block) => show(block.source))).toEqual(['X', 'b']);
    expect(one.report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
    const kept = await run(source({ ...program('process.exitCode = 2'), mode: 'batch', onExit: 'keep' }), ['a', 'b']);
    expect(kept.blocks.map((block) => show(block.source))).toEqual(['a', 'b']);
    expect(JSON.stringify(kept.report)).toContain('"exitCode":2');
    const garbage = await run(source({ ...shout, mode: 'batch' }), ['a'], { onError: 'skip' });
    expect(show(garbage.block.source)).toBe('a');
  });
});

/** True while a process exists shortly after it was asked to end; an unreaped zombie does not count. */
async function isAlive(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries += 1) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined || / Z /.test(stat)) return false;
    await wait(20);
  }
  return true;
}
