import { describe, expect, test } from 'vitest';
import type { SessionRecord, SessionStore } from '../contract/session-store.js';

/** Opens an empty store for one test. */
export type OpenSessionStore = () => Promise<{ readonly store: SessionStore; close(): Promise<void> }>;

const NOW = 1_767_225_600_000;
const TTL = 1_000;

/** Creates a record in which every field is filled. */
function aSessionRecord(change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: 's1',
    owner: '//ada',
    rights: { scopes: ['helve:chat'], roles: ['admin'] },
    createdAtMs: NOW,
    model: 'first',
    mode: 'text',
    registryVersion: '1.0.abcdef01',
    schemaKey: 'openai',
    history: [{ role: 'user', content: 'é😀\0 "quoted" \u2028' }, { nested: [1, null, true, { a: [] }] }],
    transcript: [{ turn: 1, role: 'user', text: 'hello' }],
    totals: {
      turns: 1,
      steps: 2,
      calls: 3,
      byCategory: { retrieval: 3 },
      toolMs: 1.5,
      inputTokens: 4,
      cost: 0,
      outputTokens: 5,
    },
    pendingMessage: 'later',
    notes: ['a note'],
    usedTools: ['kb_search'],
    answered: [['call_1', 1]],
    replays: [
      {
        key: 'k',
        argumentsDigest: 'd',
        answer: { output: { found: ['x'] }, intents: [{ type: 'SUPPRESS_AUDIO' }] },
        turn: 1,
        expiresAtMs: NOW + 5,
      },
    ],
    asked: [{ tokenHash: 'h', callId: 'call_1', toolId: 'send', approvalId: 'apr_1' }],
    approvals: [],
    lastSeq: 9,
    ...change,
  };
}

/** Tests that every session store must pass. */
export function sessionStoreSuite(name: string, open: OpenSessionStore): void {
  const onFresh = (body: (store: SessionStore) => Promise<void>) => async () => {
    const { store, close } = await open();
    try {
      await body(store);
    } finally {
      await close();
    }
  };

  describe(`session store: ${name}`, () => {
    test(
      'a session is kept as it was, and can be changed by nobody else',
      onFresh(async (store) => {
        expect(await store.load('s1', NOW)).toBeUndefined();
        const record = aSessionRecord();
        expect(await store.save(record, 0, TTL, NOW)).toBe(true);
        const loaded = await store.load('s1', NOW);
        expect(loaded).toEqual({ record: aSessionRecord(), revision: 1 });
        Reflect.set(loaded?.record ?? {}, 'notes', ['changed']);
        expect(await store.load('s1', NOW)).toEqual({ record: aSessionRecord(), revision: 1 });
      }),
    );

    test(
      'each save is of the revision that was loaded; whoever is behind changes nothing',
      onFresh(async (store) => {
        expect(await store.save(aSessionRecord(), 0, TTL, NOW)).toBe(true);
        expect(await store.save(aSessionRecord({ notes: ['two'] }), 1, TTL, NOW)).toBe(true);
        expect(await store.save(aSessionRecord({ notes: ['behind'] }), 1, TTL, NOW)).toBe(false);
        expect(await store.save(aSessionRecord({ notes: ['new'] }), 0, TTL, NOW)).toBe(false);
        expect(await store.load('s1', NOW)).toMatchObject({ record: { notes: ['two'] }, revision: 2 });
      }),
    );

    test(
      'of many that save at once, one does',
      onFresh(async (store) => {
        await store.save(aSessionRecord(), 0, TTL, NOW);
        const saved = await Promise.all(
          Array.from({ length: 20 }, (_, index) => store.save(aSessionRecord({ lastSeq: index }), 1, TTL, NOW)),
        );
        expect(saved.filter(Boolean)).toHaveLength(1);
        expect(await store.load('s1', NOW)).toMatchObject({ revision: 2 });
      }),
    );

    test(
      'an idle session is forgotten, and its id may be used anew',
      onFresh(async (store) => {
        await store.save(aSessionRecord(), 0, TTL, NOW);
        expect(await store.load('s1', NOW + TTL - 1)).toBeDefined();
        expect(await store.load('s1', NOW + TTL)).toBeUndefined();
        expect(await store.save(aSessionRecord({ notes: [] }), 0, TTL, NOW + TTL)).toBe(true);
        expect(await store.load('s1', NOW + TTL)).toMatchObject({ record: { notes: [] }, revision: 1 });
      }),
    );

    test(
      'every save starts the time anew',
      onFresh(async (store) => {
        await store.save(aSessionRecord(), 0, TTL, NOW);
        await store.save(aSessionRecord(), 1, TTL, NOW + 900);
        expect(await store.load('s1', NOW + 1_500)).toBeDefined();
      }),
    );

    test(
      'a deleted session is gone, and deleting nothing is fine',
      onFresh(async (store) => {
        await store.delete('s1');
        await store.save(aSessionRecord(), 0, TTL, NOW);
        await store.delete('s1');
        expect(await store.load('s1', NOW)).toBeUndefined();
      }),
    );

    test(
      'an owner finds their own sessions that have not expired, the last saved first',
      onFresh(async (store) => {
        const save = (id: string, owner: string, ttlMs: number, nowMs: number) =>
          store.save(aSessionRecord({ id, owner }), 0, ttlMs, nowMs);
        await save('a', '//ada', TTL, NOW);
        await save('b', '//ada', TTL, NOW + 1);
        await save('c', '//bob', TTL, NOW + 1);
        await save('d', '//ada', 1, NOW);
        expect(await store.list('//ada', NOW + 2)).toEqual([aSessionRecord({ id: 'b' }), aSessionRecord({ id: 'a' })]);
        expect(await store.list('//nobody', NOW)).toEqual([]);
      }),
    );

    test(
      'sessions are told apart by any id',
      onFresh(async (store) => {
        const ids = ['a', 'A', 'a\0', 'a\0b', '\ud800', '\ud801', '"a"', '"a', 'a '];
        for (const id of ids) expect(await store.save(aSessionRecord({ id }), 0, TTL, NOW)).toBe(true);
        for (const id of ids) expect((await store.load(id, NOW))?.record.id).toBe(id);
      }),
    );
  });
}
