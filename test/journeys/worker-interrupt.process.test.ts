import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

/** Modules that say who imports them, and are imported for a minute. */
const languages = [
  {
    runtime: 'node',
    file: 'slow.mjs',
    need: {},
    code: `import { writeFileSync } from 'node:fs';
writeFileSync('../../begun', String(process.pid));
await new Promise((done) => setTimeout(done, 60_000));
`,
  },
  {
    runtime: 'python',
    file: 'slow.py',
    need: needs('python3'),
    code: `import os, time
with open("../../begun", "w") as begun:
    begun.write(str(os.getpid()))
time.sleep(60)
`,
  },
] as const;

describe.each(languages)('Ctrl-C while a worker of $runtime loads', ({ runtime, file, code, need }) => {
  const manifest = {
    format: 'helve.capability/1',
    code: {
      name: 'slow',
      version: '1.0.0',
      description: 'Slow',
      runtime,
      module: `./${file}`,
      actions: [{ name: 'ping' }],
    },
  };
  test.each([
    ['call', ['call', 'slow.ping', '--yes']],
    ['worker call', ['worker', 'call', 'slow', 'ping']],
  ] as const)('ends `helve %s` at once, and leaves nobody behind', need, async (_, argv) => {
    const { folder, start } = await createProject({
      'helve.config.json': '{}',
      [`capabilities/slow/${file}`]: code,
      'capabilities/slow/capability.json': JSON.stringify(manifest),
    });
    const calling = start(argv);
    let pid = 0;
    await expect
      .poll(async () => (pid = Number(await readFile(join(folder, 'begun'), 'utf8').catch(() => ''))), {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    const asked = performance.now();
    calling.process.kill('SIGINT');
    const { code: exit, stdout } = await calling.ended;
    expect([exit, stdout]).toEqual([130, '']);
    expect(performance.now() - asked).toBeLessThan(1000);
    expect(await groupOf(pid)).toEqual([]);
  });
});

/** The processes of a group that run; a worker in Python has one beside it that watches the host. */
async function groupOf(leader: number): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return stats.filter((stat) => {
    const [state = 'Z', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === leader && !/[ZX]/.test(state);
  });
}
