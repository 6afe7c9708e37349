import { canonicalJson, ownerOf, sha256, type CallRecord, type TrailStore } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { atOnce, onFresh, type OpenStore } from './open-store.js';

/** Creates the record of a successful call. */
export function aCallRecord(change: Partial<CallRecord> = {}): CallRecord {
  const { userId = 'ada' } = change;
  return {
    requestId: 'q1',
    toolId: 'sum',
    toolVersion: '1.0.0',
    registryVersion: 'v1',
    userId,
    owner: ownerOf({ id: userId }),
    sessionId: 's1',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1.25,
    attempts: 1,
    outcome: { kind: 'success' },
    rawInput: { a: 1, b: '2' },
    input: { a: 1, b: 2 },
    output: { sum: 3 },
    trace: [],
    redacted: [],
    ...change,
  };
}

/** Tests that every trail must pass. */
export function trailStoreSuite(name: string, open: OpenStore<TrailStore>): void {
  describe(`G2 trail store: ${name}`, () => {
    test(
      'an empty trail has a head of nothing and is whole',
      onFresh(open, async (store) => {
        const head = await store.head();
        expect(head.count).toBe(0);
        expect(await store.verify()).toEqual({ ok: true, count: 0, head });
        expect(await store.verify(head.hash)).toMatchObject({ ok: true });
        expect(await store.list()).toEqual([]);
        expect(await store.get('q1')).toBeUndefined();
      }),
    );

    test(
      'a large input and output leave their beginning, size and digest, and an input that is as it was sent is stored once',
      onFresh(open, async (store) => {
        const input = { text: 'é'.repeat(500_000) };
        const text = canonicalJson(input);
        await store.append(aCallRecord({ rawInput: input, input: { ...input }, output: [input] }));
        const [record] = await store.list();
        expect(record?.rawInput).toBe(text.slice(0, 8_192));
        expect(record?.input).toBe(record?.rawInput);
        expect(record?.cut).toEqual([
          { part: 'rawInput', bytes: 1_000_011, sha256: sha256(text) },
          { part: 'input', bytes: 1_000_011, sha256: sha256(text) },
          { part: 'output', bytes: 1_000_013, sha256: sha256(`[${text}]`) },
        ]);
        expect(await store.get('q1')).toEqual(record);
        expect(await store.verify()).toMatchObject({ ok: true, count: 1 });
      }),
    );

    test(
      'no part of a record grows with what a caller sends',
      onFresh(open, async (store) => {
        const long = 'x'.repeat(300_000);
        const redacted = Array.from({ length: 50_000 }, (_, index) => `/input/${index}`);
        const error = { type: 'INTERNAL', message: long, issues: [] };
        await store.append(aCallRecord({ toolId: long, provenance: { long }, error, redacted }));
        const [record] = await store.list();
        expect(JSON.stringify(record).length).toBeLessThan(64_000);
        expect(record?.cut?.map(({ part }) => part)).toEqual(['provenance', 'redacted', 'toolId', 'error']);
        expect(await store.verify()).toMatchObject({ ok: true });
      }),
    );

    test(
      'a list ends before it holds more bytes than it may, with at least one record',
      onFresh(open, async (store) => {
        for (const requestId of ['q1', 'q2', 'q3', 'q4'])
          await store.append(aCallRecord({ requestId, output: 'x'.repeat(30_000) }));
        const list = async (maxBytes: number, beforeSeq = 9) =>
          (await store.list({ maxBytes, beforeSeq })).map(({ seq }) => seq);
        expect(await list(70_000)).toEqual([4, 3]);
        expect(await list(70_000, 3)).toEqual([2, 1]);
        expect(await list(1)).toEqual([4]);
        expect(await list(1_000_000)).toEqual([4, 3, 2, 1]);
      }),
    );

    test(
      'each record holds the hash of the one before, and the head that of the last',
      onFresh(open, async (store) => {
        const start = await store.head();
        for (const requestId of ['q1', 'q2', 'q3']) await store.append(aCallRecord({ requestId }));
        const records = [...(await store.list())].reverse();
        let previous = start.hash;
        for (const [index, { seq, previousHash, hash, ...record }] of records.entries()) {
          expect({ seq, previousHash }).toEqual({ seq: index + 1, previousHash: previous });
          expect(hash).toBe(sha256(canonicalJson({ previousHash, seq, record })));
          previous = hash;
        }
        expect(await store.head()).toEqual({ hash: previous, count: 3 });
        expect(await store.verify()).toEqual({ ok: true, count: 3, head: { hash: previous, count: 3 } });
      }),
    );

    test(
      'a record comes back as it was, and is found by its request',
      onFresh(open, async (store) => {
        const record = aCallRecord({ requestId: 7, output: { text: 'é😀\0', none: null, deep: [[{}]] }, door: 'http' });
        await store.append(record);
        await store.append(aCallRecord({ requestId: 'other' }));
        expect(await store.get('7')).toEqual({
          ...record,
          seq: 1,
          previousHash: expect.any(String),
          hash: expect.any(String),
        });
        expect(await store.get('8')).toBeUndefined();
      }),
    );

    test(
      'of two records of one request, the newer is found',
      onFresh(open, async (store) => {
        await store.append(aCallRecord());
        await store.append(aCallRecord());
        expect(await store.get('q1')).toMatchObject({ seq: 2 });
      }),
    );

    test(
      'records of one request are told apart by owner and by tenant',
      onFresh(open, async (store) => {
        for (const owner of ['keys/t1/ada', 'keys/t2/ada', 'keys//t1']) await store.append(aCallRecord({ owner }));
        await store.append(aCallRecord({ requestId: 'q2', owner: 'keys/t1/bob' }));
        const seqs = async (filter: Parameters<TrailStore['list']>[0]) =>
          (await store.list(filter)).map(({ seq }) => seq);
        expect(await seqs({ requestId: 'q1' })).toEqual([3, 2, 1]);
        expect(await seqs({ requestId: 'q1', owner: 'keys/t1/ada' })).toEqual([1]);
        expect(await seqs({ requestId: 'q1', tenant: 't2', limit: 1 })).toEqual([2]);
        expect(await seqs({ tenant: 't1' })).toEqual([4, 1]);
      }),
    );

    test(
      'what JSON can only nearly hold does not keep a call out of the trail',
      onFresh(open, async (store) => {
        const rawInput = {
          half: 'a\ud800',
          '\ud800': 1,
          gone: undefined,
          at: new Date(0),
          big: 10n,
          list: [undefined],
        };
        await store.append(aCallRecord({ rawInput, input: undefined }));
        const stored = await store.get('q1');
        expect(stored?.rawInput).toEqual({
          half: 'a\ufffd',
          '\ufffd': 1,
          at: '1970-01-01T00:00:00.000Z',
          big: '10',
          list: [null],
        });
        expect(await store.verify()).toMatchObject({ ok: true, count: 1 });
      }),
    );

    test(
      'a record that cannot be written is refused, and those beside it are kept',
      onFresh(open, async (store) => {
        const circle: { self?: unknown } = {};
        circle.self = circle;
        const results = await Promise.allSettled([
          store.append(aCallRecord({ requestId: 'q1' })),
          store.append(aCallRecord({ requestId: 'q2', output: circle })),
          store.append(aCallRecord({ requestId: 'q3' })),
        ]);
        expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        expect(await store.verify()).toMatchObject({ ok: true, count: 2 });
      }),
    );

    test(
      'a record is as it was when it was handed over',
      onFresh(open, async (store) => {
        const output = { sum: 3 };
        const appended = store.append(aCallRecord({ output }));
        output.sum = 4;
        await appended;
        expect(await store.get('q1')).toMatchObject({ output: { sum: 3 } });
      }),
    );

    test(
      'many records at once make one chain, each safe when its promise says so',
      onFresh(open, async (store) => {
        const found = await atOnce(300, async (index) => {
          await store.append(aCallRecord({ requestId: `q${index}` }));
          return store.get(`q${index}`);
        });
        expect(new Set(found.map((record) => record?.seq)).size).toBe(300);
        expect(await store.verify()).toMatchObject({ ok: true, count: 300 });
      }),
    );

    test(
      'records are in the order in which they were handed over',
      onFresh(open, async (store) => {
        await atOnce(40, (index) => store.append(aCallRecord({ requestId: index })));
        const requests = (await store.list()).map(({ requestId }) => requestId);
        expect(requests).toEqual(Array.from({ length: 40 }, (_, index) => 39 - index));
      }),
    );

    test(
      'a list has the newest first, filtered, page by page',
      onFresh(open, async (store) => {
        for (let i = 1; i <= 60; i += 1) {
          await store.append(
            aCallRecord({
              requestId: i,
              toolId: i % 2 === 0 ? 'even' : 'odd',
              userId: i % 3 === 0 ? 'bob' : 'ada',
              outcome: { kind: i % 5 === 0 ? 'failed' : 'success' },
              ...(i > 50 ? { sessionId: 's2' } : {}),
            }),
          );
        }
        const seqs = async (filter?: Parameters<TrailStore['list']>[0]) =>
          (await store.list(filter)).map(({ seq }) => seq);
        expect(await seqs()).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index));
        expect(await seqs({ limit: 3 })).toEqual([60, 59, 58]);
        expect(await seqs({ limit: 3, beforeSeq: 58 })).toEqual([57, 56, 55]);
        expect(await seqs({ toolId: 'even', limit: 2 })).toEqual([60, 58]);
        expect(await seqs({ userId: 'bob', toolId: 'odd', limit: 2 })).toEqual([57, 51]);
        expect(await seqs({ owner: '//bob', toolId: 'odd', limit: 2 })).toEqual([57, 51]);
        expect(await seqs({ owner: 'bob' })).toEqual([]);
        expect(await seqs({ sessionId: 's2', outcome: 'failed' })).toEqual([60, 55]);
        expect(await seqs({ toolId: 'none' })).toEqual([]);
        expect(await seqs({ limit: 0 })).toEqual([]);
      }),
    );

    test(
      'a list shows a call once: its result, or the intent that none closes',
      onFresh(open, async (store) => {
        const intent = (intentId: string, requestId = intentId) =>
          aCallRecord({ requestId, intentId, outcome: { kind: 'unknown' } });
        await store.append(intent('i1', 'same'));
        await store.append(intent('i2', 'same'));
        await store.append(aCallRecord({ requestId: 'same', intentId: 'i1' }));
        await store.append(intent('i3'));
        await store.append(aCallRecord({ requestId: 'i3', intentId: 'i3', outcome: { kind: 'failed' } }));
        await store.append(aCallRecord({ requestId: 'reader' }));
        const seqs = async (filter?: Parameters<TrailStore['list']>[0]) =>
          (await store.list(filter)).map(({ seq }) => seq);
        expect(await seqs()).toEqual([6, 5, 3, 2]);
        expect(await seqs({ outcome: 'unknown' })).toEqual([2]);
        expect(await seqs({ outcome: 'unknown', beforeSeq: 2 })).toEqual([]);
        expect(await store.get('i3')).toMatchObject({ seq: 5, outcome: { kind: 'failed' } });
        expect(await store.verify()).toMatchObject({ ok: true, count: 6 });
      }),
    );

    test(
      'an older head is still on the chain, a strange one is not',
      onFresh(open, async (store) => {
        await store.append(aCallRecord());
        const { hash } = await store.head();
        await store.append(aCallRecord({ requestId: 'q2' }));
        expect(await store.verify(hash)).toMatchObject({ ok: true, count: 2 });
        expect(await store.verify('f'.repeat(64))).toMatchObject({ ok: false, brokenAtSeq: 3 });
      }),
    );

    test(
      'the trail can be checked while it grows',
      onFresh(open, async (store) => {
        const growing = atOnce(200, (index) => store.append(aCallRecord({ requestId: index })));
        const verdicts = await atOnce(5, () => store.verify());
        expect(verdicts.every(({ ok }) => ok)).toBe(true);
        await growing;
        expect(await store.verify()).toMatchObject({ ok: true, count: 200 });
      }),
    );
  });
}
