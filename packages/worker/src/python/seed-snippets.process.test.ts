import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { answer, needs } from '../../../../test/needs.js';

const seeds = resolve(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'seeds');
const both = answer(
  { label: 'python3 and ../shared', isThere: () => needs('python3').ok && needs('shared').ok },
  process.env,
);

const start = 'from typing import *\nfrom helve_worker import *\n';
const minimal = `class _CR4MinimalCapability(ToolCapability):
    @property
    def name(self): return "minimal"
    @property
    def version(self): return "0.0.0"
    def initialize(self, config=None): pass
    def get_config_schema(self): return {}
    def get_current_config(self): return {}
    def execute(self, action="ping", **kwargs): return None
`;

/** The code of the seed from one text to the end of the line with another. */
function snippet(from: string, to: string): string {
  const name = readdirSync(seeds).find((file) => file.startsWith('004')) ?? '';
  const text = readFileSync(join(seeds, name), 'utf8');
  const begin = text.indexOf(from);
  const end = text.indexOf(to, begin);
  if (begin < 0 || end < 0) throw new Error(`Cannot find "${from}" in the seed`);
  return text.slice(begin, `${text}\n`.indexOf('\n', end));
}

function runPython(code: string): string {
  const env = { PATH: process.env['PATH'], PYTHONPATH: join(import.meta.dirname, '..', '..', 'python') };
  const { stdout, stderr, status } = spawnSync('python3', ['-c', start + code], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

test('the assertions of the seed hold in Python as they stand there', both, () => {
  const code = [
    snippet('# SG-44 regression', 'print("SG-44'),
    snippet('# T28 regression', 'print("T28'),
    minimal,
    snippet('# derive_structural_surface: full', '      f"{len(surf['),
  ];
  const lines = runPython(code.join('\n')).trim().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'SG-44 @capability_action + collect_capability_actions: PASS',
    'T28 dispatch_to_action: PASS',
  ]);
  expect(lines[2]).toMatch(/^derive_structural_surface OK: \d+ methods/);
});

test('the example of the seed runs in Python as it stands there', both, () => {
  const said = runPython(snippet('from dataclasses import dataclass', 'print(f"  Chunk: {chunk}")'));
  expect(said).toContain("Result: Processed 'more_data' using Resource-quality\n");
  expect(said).toContain("'mode': 'quality', 'threshold': 0.8, 'max_workers': 4");
  expect(said).toContain("  Chunk: Processed 'stream_data' using Resource-balanced\n");
});
