import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../contract/contract-bench.js';
import {
  usualWorker,
  type CallCase,
  type ConformanceCase,
  type ForcedCase,
  type FrameCase,
  type StartCase,
} from './conformance-case.js';
import { conformanceCases } from './conformance-cases.js';
import {
  startWorker,
  superviseWorker,
  toSpec,
  type ConformanceBench,
  type ConformanceSubject,
} from './conformance-bench.js';
import { expectFailure } from './expect-members.js';
import { FrameBench } from './frame-bench.js';
import { runForced, runStep } from './run-step.js';

const callCases = conformanceCases.filter((one): one is CallCase => 'steps' in one);
const startCases = conformanceCases.filter((one): one is StartCase => 'startFails' in one);
const forcedCases = conformanceCases.filter((one): one is ForcedCase => 'ignores' in one);
const frameCases = conformanceCases.filter((one): one is FrameCase => 'frames' in one);

/** Runs every case of the conformance suite against the program of one language. */
export function runConformance(subject: ConformanceSubject): void {
  describe(`worker conformance: ${subject.name}`, () => {
    test('has exceptions for cases that there are', () => {
      const sentences = conformanceCases.map(({ sentence }) => sentence);
      expect(sentences).toEqual([...new Set(sentences)]);
      expect(sentences).toEqual(expect.arrayContaining(Object.keys(subject.exceptions ?? {})));
    });
    runCalls(subject);
    runFrames(subject);
    runAlone(subject);
  });
}

/** Cases through a proxy, in the order of the table; those that want an equal worker share one. */
function runCalls(subject: ConformanceSubject): void {
  const benches = new Map<string, Promise<ConformanceBench>>();
  beforeAll(async () => {
    for (const one of callCases) {
      if (!benches.has(keyOf(one))) benches.set(keyOf(one), startWorker(subject, one.worker ?? usualWorker));
    }
    await Promise.all(benches.values());
  });
  afterAll(async () => {
    for (const { proxy } of await Promise.all(benches.values())) await proxy.terminate(0);
  });
  for (const one of callCases) {
    // oxlint-disable-next-line vitest/expect-expect -- the steps expect
    test(`${prefixOf(one)}${one.sentence}`, optionsOf(subject, one), async () => {
      const bench = await benches.get(keyOf(one));
      for (const step of one.steps) if (bench !== undefined) await runStep(bench, step);
    });
  }
}

/** Cases on the wire that share one worker. */
function runFrames(subject: ConformanceSubject): void {
  let bench: FrameBench;
  beforeAll(async () => {
    bench = new FrameBench(toSpec(subject, {}));
    await bench.run([{ boots: {} }, { gets: { method: 'hello', params: { protocol: 1 } } }]);
  });
  afterAll(() => bench.close());
  for (const one of frameCases.filter(({ ownWorker }) => ownWorker === undefined)) {
    // oxlint-disable-next-line vitest/expect-expect -- the steps expect
    test(`${prefixOf(one)}${one.sentence}`, optionsOf(subject, one), () => bench.run(one.frames));
  }
}

/** Cases that end their worker, or have none. */
function runAlone(subject: ConformanceSubject): void {
  describe.concurrent('alone', () => {
    for (const one of startCases) {
      test(`${prefixOf(one)}${one.sentence}`, optionsOf(subject, one), async () => {
        expectFailure(await failureOf(startWorker(subject, one.worker)), one.startFails);
      });
    }
    for (const one of forcedCases) {
      // oxlint-disable-next-line vitest/expect-expect -- the step expects
      test(`${prefixOf(one)}${one.sentence}`, optionsOf(subject, one), async ({ onTestFinished }) => {
        const supervisor = superviseWorker(subject);
        onTestFinished(() => supervisor.stop());
        await runForced(supervisor, one.ignores);
      });
    }
    for (const one of frameCases.filter(({ ownWorker }) => ownWorker === true)) {
      // oxlint-disable-next-line vitest/expect-expect -- the steps expect
      test(`${prefixOf(one)}${one.sentence}`, optionsOf(subject, one), async ({ onTestFinished }) => {
        const bench = new FrameBench(toSpec(subject, {}));
        onTestFinished(() => bench.close());
        await bench.run(one.frames);
      });
    }
  });
}

function keyOf({ worker = usualWorker }: CallCase): string {
  return JSON.stringify(worker);
}

function prefixOf({ id }: ConformanceCase): string {
  return id === undefined ? '' : `${id}: `;
}

function optionsOf({ exceptions }: ConformanceSubject, { sentence }: ConformanceCase): object {
  const reason = exceptions?.[sentence];
  return reason === undefined ? {} : { skip: true, meta: { skipReason: reason } };
}
