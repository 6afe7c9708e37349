import { mkdtemp, readFile, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isToolError } from '@helve/core';
import { turnRules } from '@helve/govern';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cpuNow } from '../../../test/cpu-now.js';
import { execute as createEvent } from '../tools/calendar-create-event/handler.js';
import { execute as endVoice } from '../tools/end-voice-session/handler.js';
import { execute as extractContacts } from '../tools/extract-contacts/handler.js';
import { execute as formatDatetime } from '../tools/format-datetime/handler.js';
import { execute as ignoreUser } from '../tools/ignore-user/handler.js';
import { execute as kbGet } from '../tools/kb-get/handler.js';
import { execute as kbSearch } from '../tools/kb-search/handler.js';
import { execute as startVoice } from '../tools/start-voice-session/handler.js';
import { createCapabilities } from './capabilities.js';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-agents-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const capabilities = { ...createCapabilities() };

async function errorOf(run: () => unknown): Promise<{ type?: string; message?: string; suggestion?: unknown }> {
  try {
    await run();
    return {};
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { type: error.type, message: error.message, suggestion: error.details?.['suggestion'] };
  }
}

/** The processor time of the best of three, since other work on the machine is none of theirs. */
async function quickest(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = cpuNow();
    await run();
    times.push(cpuNow() - began);
  }
  return Math.min(...times);
}

describe('kb_search', () => {
  test.each([
    ['How long does a refund take?', 'refunds', 'How long it takes'],
    ['when does the shop open on saturday', 'opening-hours', 'Shop'],
    ['I forgot my password', 'accounts', 'Reset a password'],
    ['do you keep recordings of calls', 'privacy', 'Calls and chats'],
    ['delivery time overseas', 'shipping', 'Delivery times'],
  ])('finds the document for "%s"', async (query, id, section) => {
    const { data } = await kbSearch({ query }, { capabilities });
    expect(data.results[0]).toMatchObject({ id, section });
    expect(data.results.length).toBeLessThanOrEqual(3);
  });

  test('gives each document once and nothing for nonsense', async () => {
    const { data } = await kbSearch({ query: 'battery batteries charge winter', limit: 5 }, { capabilities });
    const ids = data.results.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await kbSearch({ query: 'qwxzv' }, { capabilities })).data).toEqual({ results: [] });
  });

  test('finds the one document of a thousand, within the budget that voice gives a retrieval', async () => {
    const dir = await temporaryFolder();
    const texts = Array.from({ length: 1_000 }, (_, at) => `# Note ${at}\n\nAbout the lanterns in hall ${at}.\n`);
    await Promise.all(texts.map((text, at) => writeFile(join(dir, `note-${at}.md`), text)));
    await writeFile(join(dir, 'odd.md'), '# Odd\n\nA walrus guards the lanterns.\n');
    const own = { capabilities: { knowledge: { dir } } };
    const { data } = await kbSearch({ query: 'which lanterns have a walrus' }, own);
    expect(data.results[0]?.id).toBe('odd');
    const { retrievalMs } = turnRules.voice;
    expect(await quickest(() => kbSearch({ query: 'where is the walrus' }, own))).toBeLessThan(retrievalMs);
    expect(await quickest(() => kbGet({ id: 'odd' }, own))).toBeLessThan(retrievalMs);
  });

  test('notices a document that was written later', async () => {
    const dir = await temporaryFolder();
    await mkdir(dir, { recursive: true });
    const own = { knowledge: { dir } };
    expect((await kbSearch({ query: 'parrots' }, { capabilities: own })).data.results).toEqual([]);
    await writeFile(join(dir, 'birds.md'), '# Birds\n\nParrots may fly in the hall.\n');
    await utimes(join(dir, 'birds.md'), 1, 1);
    expect((await kbSearch({ query: 'parrots' }, { capabilities: own })).data.results).toHaveLength(1);
  });

  test('says so when there is no knowledge base', async () => {
    expect(await errorOf(() => kbSearch({ query: 'refunds' }))).toMatchObject({ type: 'PERMANENT' });
    const gone = { knowledge: { dir: join(await temporaryFolder(), 'gone') } };
    expect(await errorOf(() => kbSearch({ query: 'refunds' }, { capabilities: gone }))).toMatchObject({
      message: 'Cannot look into the knowledge base: its folder cannot be read',
    });
  });
});

describe('kb_get', () => {
  test('reads a document or one section', async () => {
    const { data } = await kbGet({ id: 'refunds' }, { capabilities });
    expect(data.text).toContain('# Refunds');
    expect(data.sections).toContain('Partial refunds');
    const part = await kbGet({ id: 'refunds', section: 'partial REFUNDS' }, { capabilities });
    expect(part.data.text).toMatch(/^If parts are missing/);
  });

  test('knows no document outside of its folder', async () => {
    const missing = await errorOf(() => kbGet({ id: 'refund' }, { capabilities }));
    expect(missing).toMatchObject({ type: 'PERMANENT', suggestion: 'Did you mean refunds?' });
    expect(await errorOf(() => kbGet({ id: '../package' }, { capabilities }))).toMatchObject({ type: 'PERMANENT' });
    expect(await errorOf(() => kbGet({ id: 'refunds', section: 'none' }, { capabilities }))).toMatchObject({
      type: 'PERMANENT',
    });
  });
});

describe('ignore_user', () => {
  const args = { duration_seconds: 300, farewell_message: 'Later.' };

  test('F77: a handler is a plain function that a test can call', () => {
    const answer = ignoreUser(args, { session: { isActive: true } });
    expect(answer).toMatchObject({
      ok: true,
      data: { farewell_message: 'Later.', blocked: false },
      intents: [{ type: 'END_VOICE_SESSION', after: 'current_turn' }],
    });
  });

  test('blocks the session, and ends nothing by text', () => {
    const { block } = capabilities;
    const answer = ignoreUser(args, { capabilities, meta: { mode: 'text', sessionId: 's1' } });
    expect(answer).toMatchObject({ data: { blocked: true }, intents: [] });
    expect(block.remainingMs('s1')).toBeGreaterThan(299_000);
    expect(block.remainingMs('s2')).toBe(0);
  });

  test('refuses when the session is over', async () => {
    expect(await errorOf(() => ignoreUser(args, { session: { isActive: false } }))).toMatchObject({
      type: 'SESSION_INACTIVE',
    });
  });
});

test('end_voice_session asks for the end of the session', () => {
  expect(endVoice({ farewell: 'Bye' })).toMatchObject({
    data: { ending: 'after this turn', farewell: 'Bye' },
    intents: [{ type: 'END_VOICE_SESSION', after: 'current_turn' }],
  });
  expect(endVoice({ immediate: true }).intents).toEqual([{ type: 'END_VOICE_SESSION', after: 'immediate' }]);
});

test('start_voice_session gives an address, or says that there is none', async () => {
  const voice = { voice: { url: 'ws://127.0.0.1:1/voice' } };
  expect(startVoice({ topic: 'glass' }, { capabilities: voice })).toMatchObject({
    data: { url: 'ws://127.0.0.1:1/voice', topic: 'glass' },
    intents: [{ type: 'SET_PENDING_MESSAGE' }],
  });
  expect(await errorOf(() => startVoice({}))).toMatchObject({ type: 'PERMANENT' });
});

test('extract_contacts finds each contact once', () => {
  const text =
    'Ada Lovelace <ada@example.org>, again ADA@example.org; call +44 20 7946 0958 or see https://example.org/a. Order 12345678.';
  expect(extractContacts({ text }).data).toEqual({
    emails: [{ address: 'ada@example.org', name: 'Ada Lovelace' }],
    phones: ['+442079460958'],
    urls: ['https://example.org/a'],
  });
});

test('extract_contacts reads a hostile text to its end', () => {
  for (const piece of ['a@', 'A b ', '1 ', '+1-', 'a.']) {
    expect(extractContacts({ text: piece.repeat(5_000) }).ok).toBe(true);
  }
});

test('format_datetime writes a moment for a place', async () => {
  const args = {
    datetime: '2026-03-01T15:00:00Z',
    time_zone: 'Europe/Paris',
    locale: 'en-GB',
    style: 'short' as const,
  };
  expect(formatDatetime(args).data).toMatchObject({ text: '01/03/2026, 16:00', time_zone: 'Europe/Paris' });
  expect(await errorOf(() => formatDatetime({ ...args, time_zone: 'Europe/Atlantis' }))).toMatchObject({
    type: 'PERMANENT',
  });
});

test('calendar_create_event writes one event to an iCalendar file', async () => {
  const calendarFile = join(await temporaryFolder(), 'calendar.ics');
  const own = { ...createCapabilities({ calendarFile }) };
  const event = { title: 'Lunch; with Ada', start: '2026-03-01T12:00:00Z', attendees: ['ada@example.org'] };
  const { data } = await createEvent(event, { capabilities: own });
  expect(data).toMatchObject({ title: 'Lunch; with Ada', end: '2026-03-01T12:30:00.000Z' });
  await createEvent({ ...event, title: 'Tea' }, { capabilities: own });
  expect(await errorOf(() => createEvent(event, { capabilities: own }))).toMatchObject({ type: 'CONFLICT' });
  const text = await readFile(calendarFile, 'utf8');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text).toContain(String.raw`SUMMARY:Lunch\; with Ada`);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(await errorOf(() => createEvent(event))).toMatchObject({ type: 'PERMANENT' });
});
