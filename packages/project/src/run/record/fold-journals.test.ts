import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MachineTexts } from '@helve/flow/content';
import { expect, onTestFinished, test } from 'vitest';
import { processMark } from '../../process/leftovers.js';
import { openMachineTextRecord } from './machine-text-record.js';
import { putMachineTexts } from './machine-text-store.js';
import { openOutputJournal, type JournalEntry } from './output-journal.js';
import { openOutputRecord } from './output-record.js';
import { addOutputs } from './output-store.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (path: string, text: string, texts?: MachineTexts): JournalEntry => ({
  path,
  output: { sha256: hash(text), plan: text },
  ...texts,
});

/** A project with a journal that a process has left which was killed. */
async function killedProject(entries: readonly JournalEntry[]) {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const journal = openOutputJournal(folder);
  await journal.append(entries);
  const place = join(folder, '.helve');
  const [name = ''] = readdirSync(place);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const left = join(place, name.replace(/-\d+-/, `-${child.pid}-`));
  renameSync(join(place, name), left);
  await journal.remove();
  return { folder, left, file: (path: string) => join(folder, path) };
}

test('an output that took its place is known, with what in it no person has written', async () => {
  const { folder, file, left } = await killedProject([
    entry('a.json', 'new', { fallback: { k: 1 }, drafts: { l: 3 } }),
    entry('b.json', 'other'),
  ]);
  writeFileSync(file('a.json'), 'new');
  writeFileSync(file('b.json'), 'of a person');
  expect(await openOutputRecord(folder).find(file('a.json'))).toMatchObject({ plan: 'new' });
  expect(await openMachineTextRecord(folder).find(file('a.json'))).toEqual({ fallback: { k: 1 }, drafts: { l: 3 } });
  expect(await openOutputRecord(folder).find(file('b.json'))).toBeUndefined();
  expect(existsSync(left)).toBe(false);
});

test('an output that did not take its place leaves what was known of the file', async () => {
  const { folder, file } = await killedProject([entry('a.json', 'new')]);
  writeFileSync(file('a.json'), 'old');
  await addOutputs(folder, async () => ({ 'a.json': { sha256: hash('old'), plan: 'old' } }));
  await putMachineTexts(folder, file('a.json'), { drafts: { k: 2 } });
  expect(await openMachineTextRecord(folder).find(file('a.json'))).toEqual({ drafts: { k: 2 } });
  expect(await openOutputRecord(folder).find(file('a.json'))).toMatchObject({ plan: 'old' });
});

test('a line that was cut counts for nothing, and those before it count', async () => {
  const { folder, file, left } = await killedProject([entry('a.json', 'new')]);
  writeFileSync(left, '{"path":"b.js', { flag: 'a' });
  writeFileSync(file('a.json'), 'new');
  expect(await openOutputRecord(folder).find(file('a.json'))).toMatchObject({ plan: 'new' });
});

test('the journal of a run that goes on is left alone; one of another machine is read and stays', async () => {
  const { folder, left, file } = await killedProject([entry('a.json', 'new')]);
  writeFileSync(file('a.json'), 'new');
  const own = left.replace(/outputs\.helve-[^/]*\.jsonl$/, `outputs.${await processMark()}-1.jsonl`);
  renameSync(left, own);
  expect(await openOutputRecord(folder).find(file('a.json'))).toBeUndefined();
  const foreign = own.replace(/helve-[0-9a-f]{6}/, 'helve-ffffff');
  renameSync(own, foreign);
  expect(await openOutputRecord(folder).find(file('a.json'))).toMatchObject({ plan: 'new' });
  expect(existsSync(foreign)).toBe(true);
});
