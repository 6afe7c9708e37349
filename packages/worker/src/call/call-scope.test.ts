import {
  CapabilityCancelledError,
  CapabilityInputError,
  currentCall,
  heartbeat,
  ToolCapability,
  type LogLine,
  type ProgressReport,
  type Usage,
} from '@helve/worker';
import { findCalls } from '../capability/tool-capability.js';
import { CallScope } from './call-scope.js';
import { CapabilityCalls } from './capability-calls.js';
import { EnabledGate } from './enabled-gate.js';
import { runInScope } from './current-call.js';
import { toCallEnvelope } from './call-envelope.js';
import type { CallSink } from './call-sink.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

class Tool extends ToolCapability {
  get name() {
    return 'tool';
  }
  get version() {
    return '1';
  }
  initialize() {}
  getConfigSchema() {
    return { type: 'object' } as const;
  }
  getCurrentConfig() {
    return {};
  }
}

function listen() {
  const progress: ProgressReport[] = [];
  const usage: Usage[] = [];
  const lines: LogLine[] = [];
  const sink: CallSink = {
    progress: (report) => void progress.push(report),
    usage: (delta) => void usage.push(delta),
    account: () => {},
    log: (line) => void lines.push(line),
  };
  return { sink, progress, usage, lines };
}

const options = (callId: string, more: object = {}) => ({ envelope: toCallEnvelope({ callId }), ...more });

describe('cancel', () => {
  test('R42: outside of a call, cancel means every call in flight and the instance, each callback once', async () => {
    const tool = new Tool();
    const calls = findCalls(tool);
    const heard: string[] = [];
    tool.registerCancelCallback(() => heard.push('instance'));
    const hold = latch();
    const running = ['a', 'b'].map((id) =>
      calls.run(options(id), async () => {
        tool.registerCancelCallback((reason) => heard.push(`${id}:${reason}`));
        await hold.promise;
        return isCancelled(tool);
      }),
    );
    tool.cancel(undefined, 'all');
    expect(heard).toEqual(['instance', 'a:all', 'b:all']);
    expect(isCancelled(tool)).toBe(true);
    expect(() => tool.checkCancel()).toThrow(CapabilityCancelledError);
    hold.resolve();
    expect(await Promise.all(running)).toEqual([true, true]);
  });

  test('R43: a callback that throws or rejects is logged, and the next one runs', async () => {
    const { sink, lines } = listen();
    const tool = new Tool();
    let ran = false;
    await findCalls(tool).run(options('c', { sink }), async () => {
      tool.registerCancelCallback(() => {
        throw new Error('at once');
      });
      tool.registerCancelCallback(() => Promise.reject(new Error('later')));
      tool.registerCancelCallback(() => (ran = true));
      tool.cancel();
      await Promise.resolve();
    });
    expect(ran).toBe(true);
    const messages = lines.map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining('at once'), expect.stringContaining('later')]);
  });

  test('R44: a flag that another thread sets is seen at the next check, and its callbacks run once for one cancel', () => {
    const tool = new Tool();
    const flag = { set: false, isSet: () => flag.set };
    let heard = 0;
    findCalls(tool).run(options('c', { flag }), (scope) => {
      tool.registerCancelCallback(() => (heard += 1));
      expect(() => tool.checkCancel()).not.toThrow();
      flag.set = true;
      expect(isCancelled(tool)).toBe(true);
      expect(() => tool.checkCancel()).toThrow(CapabilityCancelledError);
      expect(scope.signal.aborted).toBe(true);
      expect(() => tool.checkCancel()).toThrow(CapabilityCancelledError);
      scope.cancelFromHost('the message behind it');
      expect(heard).toBe(1);
      scope.cancelFromHost('a second one');
      expect(heard).toBe(2);
    });
  });

  test('R44: the error names the capability, the call and the reason', () => {
    const tool = new Tool();
    const error = findCalls(tool).run(options('c7'), () => {
      tool.cancel('c7', 'why not');
      return thrownBy(() => tool.checkCancel());
    });
    expect(error).toMatchObject({ capabilityName: 'tool', callId: 'c7', reason: 'why not' });
  });

  test('R46: cancelSignalTo deregisters on return, throw and early exit', async () => {
    const tool = new Tool();
    const heard: string[] = [];
    const hear = (name: string) => () => void heard.push(name);
    await tool.cancelSignalTo(hear('returned'), () => 1);
    await expect(tool.cancelSignalTo(hear('thrown'), () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    for (;;) {
      using _ = tool.cancelSignalTo(hear('left'));
      break;
    }
    tool.cancel();
    expect(heard).toEqual([]);
    {
      using _ = tool.cancelSignalTo(hear('outer'));
      tool.cancelSignalTo(hear('inner'))[Symbol.dispose]();
      heard.length = 0;
      tool.cancel();
    }
    expect(heard).toEqual(['outer']);
  });

  test('R47: no cancel outlives its call, and one that comes first keeps the body from running', async () => {
    const tool = new Tool();
    const calls = findCalls(tool);
    tool.cancel();
    expect(calls.run(options('next'), () => isCancelled(tool))).toBe(false);
    expect(isCancelled(tool)).toBe(false);
    tool.cancel('early', 'too soon');
    const body = vi.fn();
    expect(thrownBy(() => calls.run(options('early'), body))).toMatchObject({ reason: 'too soon' });
    expect(body).not.toHaveBeenCalled();
    expect(calls.inFlight).toBe(0);
    tool.cancel('stream');
    const stream = calls.stream(options('stream'), () => numbers());
    await expect(stream.next()).rejects.toThrow(CapabilityCancelledError);
  });

  test('R47: what a call left running can cancel nothing but itself', async () => {
    const tool = new Tool();
    const calls = findCalls(tool);
    let straggle = () => {};
    calls.run(options('first'), () => {
      const inside = currentCall();
      straggle = () => inside && runInScope(inside, () => tool.cancel(undefined, 'late'));
    });
    await calls.run(options('second'), async () => {
      straggle();
      await Promise.resolve();
      expect(isCancelled(tool)).toBe(false);
    });
  });

  test('a callback of a lifecycle hook stays for all calls, and one of a call ends with it', () => {
    const tool = new Tool();
    const calls = findCalls(tool);
    const heard: string[] = [];
    calls.run(options('init', { kind: 'lifecycle' }), () => tool.registerCancelCallback(() => heard.push('lifecycle')));
    calls.run(options('a'), () => tool.registerCancelCallback(() => heard.push('call')));
    calls.run(options('b'), () => tool.cancel());
    expect(heard).toEqual(['lifecycle']);
  });

  test('a callback that comes after the cancel runs at once', () => {
    const tool = new Tool();
    findCalls(tool).run(options('a'), () => {
      tool.cancel(undefined, 'before');
      const heard: unknown[] = [];
      tool.registerCancelCallback((reason) => heard.push(reason));
      expect(heard).toEqual(['before']);
    });
  });

  test('a call of one capability does not see the cancel of another that it runs in', () => {
    const outer = new Tool();
    const inner = new Tool();
    findCalls(outer).run(options('outer'), () => {
      outer.cancel();
      expect(isCancelled(inner)).toBe(false);
      expect(isCancelled(outer)).toBe(true);
    });
  });
});

describe('streams', () => {
  test('a stream is one call from its first pull to its last, and knows itself in every one', async () => {
    const calls = findCalls(new Tool());
    const stream = calls.stream(options('s'), async function* () {
      yield currentCall()?.id;
      await Promise.resolve();
      yield currentCall()?.id;
    });
    expect(calls.inFlight).toBe(0);
    expect(await stream.next()).toEqual({ done: false, value: 's' });
    expect(calls.inFlight).toBe(1);
    expect(await stream.next()).toEqual({ done: false, value: 's' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(calls.inFlight).toBe(0);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('leaving a stream early runs its finally and ends the call; one never pulled never begins', async () => {
    const calls = findCalls(new Tool());
    let cleaned = false;
    for await (const value of calls.stream(options('s'), () => numbers(() => (cleaned = true)))) {
      if (value === 2) break;
    }
    expect(cleaned).toBe(true);
    expect(calls.inFlight).toBe(0);
    const open = vi.fn(() => numbers());
    await calls.stream(options('t'), open).return?.();
    expect(open).not.toHaveBeenCalled();
  });
});

describe('EnabledGate', () => {
  test('R34: each change is told once and in order, and "off" waits for the last call', async () => {
    const calls = new CapabilityCalls(() => 'tool');
    const told: string[] = [];
    const gate = new EnabledGate(
      { onDisable: () => void told.push('off'), onEnable: () => void told.push('on') },
      calls,
    );
    const hold = latch();
    const call = calls.run(options('c'), () => hold.promise);
    const changes = [gate.set(false), gate.set(false), gate.set(true), gate.set(true)];
    await Promise.resolve();
    expect(told).toEqual([]);
    hold.resolve();
    await Promise.all([call, ...changes]);
    expect(told).toEqual(['off', 'on']);
    expect(gate.enabled).toBe(true);
  });
});

describe('progress, usage and heartbeat', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('R48: values outside are clamped with one warning, and what is no number is refused', () => {
    const { sink, lines } = listen();
    const tool = new Tool();
    findCalls(tool).run(options('c', { sink }), (scope) => {
      for (const value of [5, -0.5, -2]) tool.reportProgress(value);
      expect(scope.progress).toEqual({ progress: 0, message: '' });
      for (const value of [NaN, Infinity, -Infinity])
        expect(() => tool.reportProgress(value)).toThrow(CapabilityInputError);
    });
    expect(lines).toHaveLength(1);
  });

  test('R48: at most one report each 50 ms, the newest, and the last one when the call ends', async () => {
    const { sink, progress } = listen();
    const tool = new Tool();
    await findCalls(tool).run(options('c', { sink }), async () => {
      for (let at = 0; at < 10; at += 1) tool.reportProgress(at / 10, `step ${at}`);
      expect(progress.map(({ message }) => message)).toEqual(['step 0']);
      await vi.advanceTimersByTimeAsync(50);
      expect(progress.map(({ message }) => message)).toEqual(['step 0', 'step 9']);
      tool.reportProgress(1, 'over');
    });
    expect(progress.at(-1)).toEqual({ progress: 1, message: 'over' });
    expect(progress).toHaveLength(3);
    tool.reportProgress(0.5, 'outside');
    expect(progress).toHaveLength(3);
  });

  test('R49: figures are set or added by unit, what moved is reported, and nonsense is refused whole', () => {
    const { sink, usage } = listen();
    const scope = new CallScope({ kind: 'task', ...options('c'), sink });
    scope.reportUsage({ tokens: 5 });
    scope.reportUsage({ tokens: 5 });
    scope.reportUsage({ tokens: 2, pages: 1 }, true);
    scope.reportUsage({ tokens: 3 });
    expect(scope.usage).toEqual({ tokens: 3, pages: 1 });
    expect(usage).toEqual([{ tokens: 5 }, { tokens: 2, pages: 1 }, { tokens: -4 }]);
    expect(() => scope.reportUsage({ good: 1, bad: NaN })).toThrow(CapabilityInputError);
    expect(scope.usage).toEqual({ tokens: 3, pages: 1 });
  });

  test('R50: a heartbeat shows its age at once and each interval, and leaves the last text', async () => {
    const { sink, progress } = listen();
    const tool = new Tool();
    await findCalls(tool).run(options('c', { sink }), async (scope) => {
      tool.reportProgress(0.25, 'before');
      await vi.advanceTimersByTimeAsync(50);
      {
        using _ = tool.heartbeat('loading');
        await vi.advanceTimersByTimeAsync(1100);
      }
      const texts = progress.map(({ message }) => message);
      expect(texts).toEqual(['before', 'loading (0.0s)', 'loading (0.5s)', 'loading (1.0s)']);
      expect(progress.every(({ progress: figure }) => figure === 0.25)).toBe(true);
      await vi.advanceTimersByTimeAsync(2000);
      expect(progress).toHaveLength(4);
      expect(scope.progress.message).toBe('loading (1.0s)');
    });
  });

  test('R50: inside a heartbeat a report changes the base, and an inner heartbeat takes over for its time', async () => {
    const { sink, progress } = listen();
    const tool = new Tool();
    await findCalls(tool).run(options('c', { sink }), async () => {
      using _ = tool.heartbeat('outer', { intervalMs: 100, progress: 0 });
      await vi.advanceTimersByTimeAsync(150);
      tool.reportProgress(0.5, 'half');
      await vi.advanceTimersByTimeAsync(100);
      await tool.heartbeat('inner', { intervalMs: 100 }, () => vi.advanceTimersByTimeAsync(150));
      await vi.advanceTimersByTimeAsync(100);
    });
    const texts = progress.map(({ message }) => message);
    expect(texts.slice(0, 4)).toEqual([
      'outer (0.0s)',
      'outer (0.1s)',
      expect.stringMatching(/^half \(0\.[12]s\)$/),
      'half (0.2s)',
    ]);
    expect(texts).toContain('inner (0.1s)');
    expect(texts.at(-1)).toMatch(/^half \(0\.[45]s\)$/);
  });

  test('R50: a ticker of another thread is told of every change and of the end', async () => {
    const told: unknown[] = [];
    const ticker = {
      start: (beat: object) => {
        told.push(['start', beat]);
        return { change: (next: object) => void told.push(['change', next]), stop: () => void told.push(['stop']) };
      },
    };
    const tool = new Tool();
    const failing = findCalls(tool).run(options('c', { ticker, sink: listen().sink }), () =>
      tool.heartbeat('phase', { intervalMs: 200, progress: 0.5 }, () => {
        tool.reportProgress(0.75, 'base');
        throw new Error('left');
      }),
    );
    await expect(failing).rejects.toThrow('left');
    const beat = { phase: 'phase', intervalMs: 200, elapsedMs: 0 };
    expect(told).toEqual([
      ['start', { ...beat, base: 'phase', progress: 0.5 }],
      ['change', { ...beat, base: 'base', progress: 0.75 }],
      ['stop'],
    ]);
  });

  test('R51: heartbeat works without a capability: in a scope while a module loads, and silently outside of one', async () => {
    const { sink, progress } = listen();
    const scope = new CallScope({ kind: 'boot', ...options('boot'), sink });
    await runInScope(scope, async () => {
      await heartbeat('importing', { intervalMs: 100 }, () => vi.advanceTimersByTimeAsync(250));
      new Tool().reportProgress(0.5, 'constructing');
    });
    scope.end();
    expect(progress.map(({ message }) => message)).toEqual([
      'importing (0.0s)',
      'importing (0.1s)',
      'importing (0.2s)',
      'constructing',
    ]);
    expect(await heartbeat('nobody', {}, () => 3)).toBe(3);
  });
});

test('toCallEnvelope fills in what is needed and drops what is null', () => {
  const envelope = toCallEnvelope({ runId: null, jobId: 'j', actor: undefined });
  expect(envelope).toEqual({ callId: expect.any(String) as string, jobId: 'j', attempt: 1, control: {} });
  expect(Object.isFrozen(envelope)).toBe(true);
  expect(toCallEnvelope({ callId: 'c', attempt: 2, control: { force: true } })).toEqual({
    callId: 'c',
    attempt: 2,
    control: { force: true },
  });
});

async function* numbers(onEnd: () => void = () => {}) {
  try {
    for (let n = 1; ; n += 1) yield n;
  } finally {
    onEnd();
  }
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

function latch(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, resolve: () => open() };
}

function isCancelled(tool: Tool): unknown {
  return Reflect.get(tool, '_cancelRequested');
}
