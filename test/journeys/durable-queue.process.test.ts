import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, createLocalDispatcher, type Engine } from '@helve/flow/engine';
import { openSqliteJournal } from '@helve/store';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './project.js';

const program = join(root, 'test', 'fixtures', 'queue-worker.mjs');

interface Queue {
  readonly folder: string;
  readonly engine: Engine;
  start(facts: { readonly jobs: number; readonly idempotent: boolean; readonly works: boolean }): {
    readonly accepted: Promise<void>;
    end(signal: NodeJS.Signals): Promise<number | null>;
  };
  notes(): Promise<readonly string[]>;
}

async function openQueue(): Promise<Queue> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-queue-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'noter.mjs'), noter(folder));
  const engine = createEngine(openSqliteJournal({ path: join(folder, 'engine.db') }), createLocalDispatcher());
  const running = new Set<ReturnType<typeof spawn>>();
  onTestFinished(async () => {
    for (const one of running) one.kill('SIGKILL');
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    engine,
    start(facts) {
      const child = spawn(process.execPath, [program, JSON.stringify({ folder, ...facts })], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(child);
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      const ended = once(child, 'close').then(([code]) => code as number | null);
      const accepted = async () => {
        await expect.poll(() => said, { interval: 20 }).toContain('accepted');
      };
      return {
        accepted: accepted(),
        async end(signal) {
          child.kill(signal);
          return ended;
        },
      };
    },
    notes: async () => {
      const text = await readFile(join(folder, 'notes.txt'), 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean);
    },
  };
}

/** A capability that leaves a line for each call, and takes its time. */
function noter(folder: string): string {
  return `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { ToolCapability } from '@helve/worker';
    export class Noter extends ToolCapability {
      static actions = { note: 'note' };
      get name() { return 'noter'; }
      get version() { return '1.0.0'; }
      initialize() {}
      getConfigSchema() { return { type: 'object', properties: {} }; }
      getCurrentConfig() { return {}; }
      async note({ text }) {
        appendFileSync(${JSON.stringify(join(folder, 'notes.txt'))}, text + '\\n');
        await sleep(100);
        return { text };
      }
    }
  `;
}

test('M61 jobs of a queue that were accepted are run by another process when theirs dies, once where that matters', async () => {
  const { engine, start, notes } = await openQueue();
  const first = start({ jobs: 12, idempotent: false, works: false });
  await first.accepted;
  expect(await engine.list({ states: ['running'] })).not.toHaveLength(0);
  await first.end('SIGKILL');
  const second = start({ jobs: 0, idempotent: false, works: true });
  await expect.poll(async () => (await engine.list({ states: ['running'] })).length).toBe(0);
  const jobs = await engine.list();
  const unknown = jobs.filter(({ state }) => state === 'failed').length;
  const all = await notes();
  // No line twice; those of which nobody knows whether they ran are dead, and the others were run.
  expect(new Set(all).size).toBe(all.length);
  expect(jobs).toHaveLength(12);
  expect(all.length).toBeGreaterThanOrEqual(12 - unknown);
  expect(unknown).toBeLessThanOrEqual(4);
  expect(await second.end('SIGTERM')).toBe(0);
});
