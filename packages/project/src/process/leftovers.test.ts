import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processMark, removeLeftovers } from './leftovers.js';

test('removeLeftovers takes the files of dead processes away, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = await processMark();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const dead = own.replace(/-\d+-/, `-${child.pid}-`);
  const another = own.replace(/[0-9a-f]{8}$/, '00000000');
  const foreign = dead.replace(/^helve-[0-9a-f]{6}/, 'helve-ffffff');
  const kept = [
    `.a.json.${own}-1.tmp`,
    `.a.json.${foreign}-1.tmp`,
    `${dead}.txt.json`.replace(/^helve/, 'my-helve'),
    '.b.tmp',
  ];
  for (const name of [...kept, `.a.json.${dead}-1.tmp`, `.a.json.${another}-1.tmp`])
    writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, `${dead}-spool`));
  await removeLeftovers([folder, join(folder, 'nowhere')]);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
});
