import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A project of its own for one measurement, until it is removed. */
export interface BenchProject {
  readonly folder: string;
  /** What Node runs for `helve`. */
  readonly helve: string;
  remove(): void;
}

export function createProject(config: string): BenchProject {
  const root = resolve('.');
  const folder = mkdtempSync(join(tmpdir(), 'helve-bench-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules', '@helve'), join(folder, 'node_modules', '@helve'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  writeFileSync(join(folder, 'helve.config.mjs'), config);
  return {
    folder,
    helve: join(root, 'packages', 'cli', 'bin', 'helve.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
