import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@helve/core';
import { compileFlow, FlowToolRegistry, registerAll } from '@helve/flow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { callOf } from '../../testing/call-of.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, show, t } from '../../testing/runs-kit.js';
import { createExecRunTool } from '../external-command/create-exec-run-tool.js';
import { apertiumTranslate } from './apertium-translate.js';

const call = callOf(createExecRunTool({ environment: process.env }));

/** Writes a stand-in for Apertium's own program: it lists its pairs, and translates HTML to capitals. */
async function standIn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-apertium-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'apertium');
  const lines = [
    `#!${process.execPath}`,
    "if (process.argv[2] === '-l') { console.log('  eng-spa\\n  spa-eng'); process.exit(0); }",
    "if (process.argv.slice(2, 5).join(' ') !== '-u -f html') process.exit(2);",
    "let text = '';",
    "process.stdin.on('data', (chunk) => (text += chunk)).on('end', () =>",
    '  process.stdout.write(text.replace(/(?<![&a-z])[a-z]+(?![^<]*>)/g, (word) => word.toUpperCase())));',
  ];
  await writeFile(file, lines.join('\n'));
  await chmod(file, 0o755);
  return file;
}

const clickHere = () => [aBlock([t('Click '), ...bold('1', t('here'))], {}, { id: 'b1' }), 'Two. Sentences'];

async function translate(config: JsonObject, target = 'es') {
  return runTool(apertiumTranslate, clickHere(), {
    call,
    targets: [target],
    config: { provider: 'apertium', ...config },
  });
}

describe('apertium-translate by its command', () => {
  test('T69 the command gets every text of a group at once, as HTML', async () => {
    const before = call.calls.length;
    const { blocks, report } = await translate({ binary: await standIn() });
    expect(report.status).toBe('ok');
    expect(blocks.map(({ targets }) => show(targets['es']?.runs))).toEqual([
      'CLICK <x id="1"/>HERE<x id="/1"/>',
      'TWO. SENTENCES',
    ]);
    expect(blocks[0]?.targets['es']?.origin).toMatchObject({ kind: 'mt', engine: 'apertium' });
    expect(call.calls.slice(before).map(({ tool }) => tool)).toEqual(['exec.run', 'exec.run']);
  });

  test('T69 a pair that is missing lists those that are installed, and mode names one', async () => {
    const binary = await standIn();
    const missing = await translate({ binary }, 'fr');
    expect(missing.report.documents[0]?.error?.message).toContain('these are installed: eng-spa, spa-eng');
    const named = await translate({ binary, mode: 'eng-spa' }, 'fr');
    expect(named.report.status).toBe('ok');
  });

  test('T69 a command that is not there fails the block', async () => {
    const { report } = await translate({ binary: join(tmpdir(), 'no-such-apertium') });
    expect(report.documents[0]?.error?.message).toContain('no-such-apertium');
  });

  test('T58 the command needs consent, a server and the demo engine do not', () => {
    const registry = new FlowToolRegistry().registerProvider('demo', true);
    registerAll(registry, [apertiumTranslate]);
    const rules = (config: JsonObject) =>
      compileFlow({ name: 'f', spec: { steps: [{ tool: 'apertium-translate', config }] } }, registry, {
        sourceLocale: 'en',
        targetLocales: ['es'],
        source: { kind: 'store' },
      }).diagnostics.map(({ rule }) => rule);
    expect(rules({ provider: 'apertium' })).toEqual(['exec-untrusted']);
    expect(rules({ provider: 'apertium', endpoint: 'http://127.0.0.1:2737' })).toEqual([]);
    expect(rules({})).toEqual([]);
  });

  test('T69 Apertium on this machine is no egress, a server elsewhere is', () => {
    const registry = new FlowToolRegistry().registerProvider('demo', true);
    registerAll(registry, [apertiumTranslate]);
    const effects = (config: JsonObject) => registry.get('apertium-translate')?.resolve(config).contract.sideEffects;
    expect(effects({ provider: 'apertium' })).toEqual([]);
    expect(effects({ provider: 'apertium', endpoint: 'http://localhost:2737' })).toEqual([]);
    expect(effects({ provider: 'apertium', endpoint: 'https://apy.example' })).toContain('remote-source-egress');
  });

  test('TV37 Apertium itself translates eng-spa and keeps the tag', needs('apertium'), async () => {
    const { block, report } = await translate({});
    expect(report.status).toBe('ok');
    expect(show(block.targets['es']?.runs)).toMatch(/<x id="1"\/>.+<x id="\/1"\/>/);
    expect(show(block.targets['es']?.runs)).not.toContain('here');
  });
});
