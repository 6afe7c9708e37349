import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryConfigStore } from '../memory/memory-config-store.js';
import { createMemoryJournalStore } from '../memory/memory-journal-store.js';
import { builtRunner } from '../testing/built-runner.js';
import { waitForExit } from '../testing/is-alive.js';
import { tunedManager, waitUntil } from '../testing/tuned-manager.js';

const built = await builtRunner('tuned-capability', 'slow-start', 'mute-start', 'exit-start');
const impatient = { startMs: 3000, idleMs: 3000 };

/** Returns the class of a fixture file that is named after it. */
const codeOf = (file: string) => ({
  module: built.module(file),
  export: file.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase()),
});

test('an import of 10 s and an initialize of 8 s load within a patience of 3 s, since they beat', async () => {
  const slow = await tunedManager({ runner: built.runner }, codeOf('slow-start'));
  const began = performance.now();
  const [imported, initialized] = await Promise.all([
    slow.manager.load(slow.manifest, { timeouts: impatient }),
    slow.manager.load(
      { ...slow.manifest, code: { ...slow.manifest.code, ...codeOf('tuned-capability'), export: 'TunedCapability' } },
      { id: 'blocked', config: { mode: 'blocked', size: 8000 }, timeouts: impatient },
    ),
  ]);
  expect(performance.now() - began).toBeGreaterThan(10_000);
  expect([imported.state, initialized.state]).toEqual(['running', 'running']);
  expect(await slow.manager.call('tuned', { action: 'pid' })).toBe(imported.pid);
  expect(slow.manager.instances().map(({ restarts }) => restarts)).toEqual([0, 0]);
}, 60_000);

test('an import that is silent for 3 s times out, and nothing is left of it', async () => {
  const journal = createMemoryJournalStore();
  const { manager, manifest, folder } = await tunedManager(
    { runner: built.runner, stores: { journal } },
    codeOf('mute-start'),
  );
  const loading = manager.load(manifest, { timeouts: impatient });
  await expect(loading).rejects.toMatchObject({ code: 'TIMEOUT', which: 'start', timeoutSeconds: 3 });
  const [spawn] = await journal.read({ kinds: ['spawn'] });
  await waitForExit([Number(spawn?.facts['pid'])]);
  expect([manager.instances(), await readdir(folder)]).toEqual([[], []]);
});

test('an import that exits says why, with its last lines of stderr, and leaves no process, file or record', async () => {
  const [journal, config] = [createMemoryJournalStore(), createMemoryConfigStore()];
  const { manager, manifest, folder } = await tunedManager({ runner: built.runner, stores: { journal, config } });
  const place = await tunedManager(
    { runner: built.runner, stores: { journal, config }, runDir: join(folder, 'run') },
    codeOf('exit-start'),
  );
  const error: unknown = await place.manager.load(place.manifest).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'WORKER_CRASHED', exitCode: 4, signal: null });
  expect(error).toHaveProperty('lastStderr', expect.stringMatching(/reading the weights\nno such file: weights\.bin/));
  const [spawn] = await journal.read({ kinds: ['spawn'] });
  const group = Number(spawn?.facts['pid']);
  await waitUntil(
    () => isGroupAlive(group),
    (alive) => !alive,
  );
  await waitUntil(
    () => readdir(join(folder, 'run')),
    (names) => names.length === 0,
  );
  expect([place.manager.instances(), await config.list()]).toEqual([[], []]);
  expect(await manager.load(manifest)).toMatchObject({ state: 'running' });
});

function isGroupAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
