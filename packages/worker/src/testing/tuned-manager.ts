import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CapabilityManager } from '../manager/capability-manager.js';
import type { ManagerOptions } from '../manager/manager-options.js';
import { CAPABILITY_FORMAT, type CapabilityManifest, type ManifestCode } from '../manifest/manifest.js';
import { builtRunner } from './built-runner.js';

/** A manager for one test, with the tuned capability. */
export interface TunedManager {
  readonly manager: CapabilityManager;
  readonly manifest: CapabilityManifest;
  /** A folder that is removed with the test. */
  readonly folder: string;
  /** Returns the lines of a file in it; none when it does not exist. */
  lines(name: string): Promise<readonly string[]>;
}

/** Opens a manager that is closed with the test. */
export async function tunedManager(
  options: ManagerOptions = {},
  code: Partial<ManifestCode> = {},
): Promise<TunedManager> {
  const built = await builtRunner('tuned-capability');
  const folder = await mkdtemp(join(tmpdir(), 'helve-worker-'));
  const manager = new CapabilityManager({ runner: built.runner, hostEnv: { PATH: '/usr/bin:/bin' }, ...options });
  onTestFinished(async () => {
    await manager.close();
    await rm(folder, { recursive: true, force: true });
  });
  const manifest: CapabilityManifest = {
    format: CAPABILITY_FORMAT,
    code: {
      name: 'tuned',
      version: '1.2.3',
      description: 'For tests',
      runtime: 'node',
      module: built.module('tuned-capability'),
      export: 'TunedCapability',
      workerEnv: [
        { name: 'TUNED_TOKEN', secret: true },
        { name: 'TUNED_TONE', default: 'plain' },
      ],
      ...code,
    },
  };
  const lines = async (name: string) => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  };
  return { manager, manifest, folder, lines };
}

/** Polls until a value fulfils a condition and returns it. */
export async function waitUntil<T>(
  read: () => T | Promise<T>,
  isSo: (value: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`It never was so: ${JSON.stringify(value)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
