import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExecutePort } from '../contract/execute.js';
import type { ToolHook } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { callTool } from '../invoke/invoke-tool.js';
import { ToolRegistry, type RegistrySnapshot } from '../registry/tool-registry.js';
import type { InvokeOptions, Progress } from '../invoke/invoke-options.js';
import { createExecuteSuiteProviders, executeSuiteTools } from './execute-suite-tools.js';

/** A place where bodies run, for the suite. */
export interface ExecuteSubject {
  readonly name: string;
  /** Promises that cannot be kept there, each with its reason. */
  readonly exceptions?: { readonly [Promise in ExecutePromise]?: string };
  open(): Promise<{ readonly port: ExecutePort; close?(): Promise<void> }>;
}

export type ExecutePromise =
  | 'answers'
  | 'context'
  | 'rules'
  | 'errors'
  | 'controls'
  | 'replies'
  | 'secrets'
  | 'progress'
  | 'cancellation'
  | 'deadlines'
  | 'streams'
  | 'providers'
  | 'nesting'
  | 'hostCalls'
  | 'absence';

type Call = Omit<Partial<InvokeOptions>, 'tool' | 'execute'>;

/** Tests an Execute port: whoever calls a tool cannot tell where its body ran. */
export function describeExecutePort(subject: ExecuteSubject): void {
  describe(`execute port: ${subject.name}`, () => {
    let port: ExecutePort;
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      const opened = await subject.open();
      port = opened.port;
      close = opened.close?.bind(opened);
    });
    afterAll(() => close?.());

    const there = (id: string, options: Call = {}) => callTool({ ...options, tool: toolNamed(id), execute: port });
    const both = async (id: string, options: Call = {}) => {
      const call = { requestId: 'r', ...options };
      const [here, elsewhere] = [await callTool({ ...call, tool: toolNamed(id) }), await there(id, call)];
      expect(plain(elsewhere)).toEqual(plain(here));
      return elsewhere;
    };
    const promises = (promise: ExecutePromise, sentence: string, body: () => Promise<void>) => {
      const reason = subject.exceptions?.[promise];
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- title and body are the caller's
      test(sentence, skippedFor(reason), body);
    };

    promises('answers', 'gives what the body gives, at once or later', async () => {
      for (const value of ['text', 0, false, null, [], { a: [1, { b: null }] }, 'ünï✓']) {
        expect(await both('suite.echo', { rawInput: { value } })).toMatchObject({ ok: true, data: value });
        await both('suite.later', { rawInput: { value } });
      }
      expect(await both('suite.echo')).toMatchObject({ ok: true, data: null });
    });

    promises('context', 'shows the body who calls, by which way and under which ids', async () => {
      const call = {
        requestId: 'r-1',
        sessionId: 's-1',
        user: { id: 'ada' },
        call: { door: 'http' },
        idempotencyKey: 'k',
      };
      expect(await both('suite.context', call)).toMatchObject({
        data: {
          requestId: 'r-1',
          sessionId: 's-1',
          user: 'ada',
          door: 'http',
          idempotencyKey: 'k',
          toolId: 'suite.context',
        },
      });
    });

    promises('rules', 'leaves the rules of a tool to the side that calls, where they run once', async () => {
      expect(await both('suite.ruled')).toMatchObject({ ok: true, data: 42 });
    });

    promises('errors', 'fails as the body fails: foreseen errors with their facts, others without a word', async () => {
      expect(await both('suite.refuse', { rawInput: { quota: 3 } })).toMatchObject({
        error: { type: 'RATE_LIMIT', retryable: true, retryAfterMs: 1500, details: { quota: 3 } },
      });
      for (const code of [undefined, 'ENOENT', 'ECONNRESET']) {
        const broken = await both('suite.break', { rawInput: { text: 'a private matter', code } });
        expect(JSON.stringify(broken)).not.toContain('a private matter');
      }
    });

    promises('controls', 'lets the body answer early, refuse, and ask for patience', async () => {
      expect(await both('suite.respond', { rawInput: { value: 7 } })).toMatchObject({ ok: true, data: 7 });
      expect(await both('suite.abort')).toMatchObject({ ok: false });
      expect(await both('suite.wait')).toMatchObject({ ok: false, error: { retryAfterMs: 700 } });
    });

    promises('replies', 'takes up intents and facts beside an answer, and drops the intents of a failure', async () => {
      expect(await both('suite.reply', { rawInput: { value: 1 } })).toMatchObject({
        data: 1,
        intents: [{ type: 'SUPPRESS_AUDIO', value: true }],
        meta: { source: 'cache' },
      });
      expect(await both('suite.fail')).toMatchObject({
        error: { type: 'CONFLICT' },
        intents: [{ type: 'SET_PENDING_MESSAGE', message: 'again' }],
      });
      expect(await both('suite.intend')).toMatchObject({
        intents: [{ type: 'SUPPRESS_TRANSCRIPT' }],
        meta: { pages: 3 },
      });
      expect(await both('suite.intend', { rawInput: { fail: true } })).toMatchObject({ ok: false, intents: [] });
    });

    promises('secrets', 'tells the calling side what must not leave, before anything of it does', async () => {
      const secret = 'swordfish-4711';
      const known: string[] = [];
      const sees: ToolHook = { name: 'sees', willFinalizeInvoke: (ctx) => void known.push(...ctx.secrets) };
      for (const fail of [false, true]) await there('suite.whisper', { rawInput: { secret, fail }, hooks: [sees] });
      expect(known).toEqual([secret, secret]);
    });

    promises('progress', 'shows progress while the body runs, and the last of it', async () => {
      const seen: Progress[] = [];
      let over = false;
      const onProgress = (progress: Progress) => void (over || seen.push(progress));
      await there('suite.progress', { rawInput: { steps: 4 }, onProgress }).finally(() => (over = true));
      const fractions = seen.map(({ done, total = 1 }) => done / total);
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
      expect(fractions.at(-1)).toBe(1);
      expect(seen.map(({ message }) => message)).toContain('step 4');
    });

    promises('cancellation', 'ends a call whose caller hangs up, whether the body listens or not', async () => {
      for (const deaf of [false, true]) {
        const stop = new AbortController();
        const call = there('suite.hang', { rawInput: { deaf }, signal: stop.signal, graceMs: 50 });
        setTimeout(() => stop.abort(), 100);
        expect(await call).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
      }
      expect(await there('suite.echo', { rawInput: { value: 'still here' } })).toMatchObject({ data: 'still here' });
    });

    promises('deadlines', 'ends a call whose time is over', async () => {
      const late = await there('suite.linger', { timeoutMs: 150, graceMs: 50 });
      expect(late).toMatchObject({ ok: false, error: { type: 'TIMEOUT' } });
    });

    promises('streams', 'passes chunks on as they come, with what is returned, failures and an early end', async () => {
      const chunks: unknown[] = [];
      const onChunk = (chunk: unknown) => void chunks.push(chunk);
      expect(await both('suite.stream', { rawInput: { to: 3 } })).toMatchObject({
        data: [1, 2, 3],
        meta: { streamed: 3 },
      });
      expect(await there('suite.stream', { rawInput: { to: 40, returns: 'sum' }, onChunk })).toMatchObject({
        data: 'sum',
      });
      expect(chunks).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
      await both('suite.stream', { rawInput: { to: 3, failAt: 2 } });
      await both('suite.stream', { rawInput: { to: 0, returns: 'nothing' } });
      const stop = new AbortController();
      const endless = there('suite.stream', { rawInput: { to: 1e9 }, signal: stop.signal, graceMs: 100 });
      setTimeout(() => stop.abort(), 100);
      expect(await endless).toMatchObject({ ok: false, error: { type: 'CANCELLED' } });
    });

    promises('providers', 'finds what the body depends on', async () => {
      const registry = createExecuteSuiteProviders();
      expect(await both('suite.provided', { registry })).toMatchObject({ ok: true, data: 'hello' });
    });

    const tools = suiteRegistry();
    const nested = (tool: string, input: object, more: Call = {}) =>
      both('suite.calls', { tools, rawInput: { tool, input, caught: true }, ...more });

    promises('nesting', 'calls a tool that the body holds', async () => {
      expect(await both('suite.nested')).toMatchObject({ ok: true, data: 'inner' });
    });

    promises('hostCalls', 'calls a tool of the calling side by its id', async () => {
      expect(await nested('suite.later', { value: [1, { deep: 'ünï✓' }] })).toMatchObject({
        data: [1, { deep: 'ünï✓' }],
      });
      expect(await nested('suite.stream', { to: 3 })).toMatchObject({ data: [1, 2, 3] });
      expect(await nested('suite.calls', { tool: 'suite.echo', input: { value: 7 } })).toMatchObject({ data: 7 });
    });

    promises('hostCalls', 'puts a call within the call under the rules, and says who made it', async () => {
      const seen: unknown[] = [];
      const sees: ToolHook = {
        name: 'sees',
        onMetrics: ({ toolId, depth, parent, outcome }) =>
          void seen.push([toolId, depth, parent?.toolId, outcome.kind]),
      };
      await there('suite.calls', { tools, rawInput: { tool: 'suite.ruled' }, hooks: [sees] });
      await there('suite.nested', { hooks: [sees] });
      expect(seen).toEqual([
        ['suite.ruled', 1, 'suite.calls', 'success'],
        ['suite.calls', 0, undefined, 'success'],
        ['suite.inner', 1, 'suite.nested', 'success'],
        ['suite.nested', 0, undefined, 'success'],
      ]);
      const guards: ToolHook = {
        name: 'guards',
        willAuthorize: (ctx) => {
          if (ctx.toolId === 'suite.echo') ctx.abort('not you', 'FORBIDDEN', 403);
          if (ctx.toolId === 'suite.later') ctx.retryAfter(900, 'busy');
        },
      };
      expect(await nested('suite.echo', {}, { hooks: [guards] })).toMatchObject({
        data: ['not you', 'FORBIDDEN', 403],
      });
      expect(await nested('suite.later', {}, { hooks: [guards] })).toMatchObject({ data: ['busy', 900] });
      const uncaught = { tool: 'suite.echo', input: {} };
      expect(await both('suite.calls', { tools, rawInput: uncaught, hooks: [guards] })).toMatchObject({
        ok: false,
        error: { type: 'AUTH', message: 'not you' },
      });
    });

    promises('hostCalls', 'tells the body how a call within the call failed', async () => {
      expect(await nested('suite.refuse', { quota: 3 })).toMatchObject({ data: { type: 'RATE_LIMIT' } });
      expect(await nested('suite.break', { text: 'a private matter' })).toMatchObject({ data: { name: 'TypeError' } });
      expect(await nested('suite.nobody', {})).toMatchObject({ data: { code: 'CALL_TOOL_NOT_FOUND' } });
      expect(await there('suite.deeper', { tools, maxDepth: 3 })).toMatchObject({
        ok: false,
        error: { type: 'LOOP_DETECTED' },
      });
    });

    promises('hostCalls', 'ends a call within the call together with it', async () => {
      for (const type of ['CANCELLED', 'TIMEOUT']) {
        const stop = new AbortController();
        const deadline = manualDeadline();
        const ended: string[] = [];
        const watches: ToolHook = {
          name: 'watches',
          filter: ({ toolId }) => toolId === 'suite.hang',
          willExecute: () => (type === 'TIMEOUT' ? deadline.pass() : stop.abort()),
          onMetrics: ({ outcome }) => void ended.push(outcome.kind),
        };
        const limits = type === 'TIMEOUT' ? { timeoutMs: 60_000, clock: deadline.clock } : { signal: stop.signal };
        const call = { tools, rawInput: { tool: 'suite.hang', input: {} }, hooks: [watches], graceMs: 200, ...limits };
        expect(await there('suite.calls', call)).toMatchObject({ ok: false, error: { type } });
        await expect.poll(() => ended).toHaveLength(1);
        expect(ended).not.toContain('success');
      }
    });

    promises('absence', 'says NOT_FOUND of what it cannot run', async () => {
      const { execute: _, ...bodiless } = toolNamed('suite.echo');
      const tool = { ...bodiless, id: 'suite.absent' } as ToolRecord;
      expect(await callTool({ tool, execute: port })).toMatchObject({ ok: false, error: { type: 'NOT_FOUND' } });
    });
  });
}

/** Marks a test that cannot run, with the reason that the test run prints. */
function skippedFor(reason: string | undefined): object {
  return reason === undefined ? {} : { skip: true, meta: { skipReason: reason } };
}

/** A clock on which long times pass when somebody says so. */
function manualDeadline() {
  const waiting: (() => void)[] = [];
  const after = (ms: number, callback: () => void) => {
    if (ms > 10_000) return (void waiting.push(callback), () => undefined);
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  };
  return { clock: { now: () => Date.now(), after }, pass: () => waiting.forEach((callback) => callback()) };
}

/** The tools that call each other by their ids. */
function suiteRegistry(): RegistrySnapshot {
  const registry = new ToolRegistry();
  for (const tool of executeSuiteTools) registry.addInline(tool);
  return registry.snapshot();
}

function toolNamed(id: string): ToolRecord {
  const tool = executeSuiteTools.find((one) => one.id === id);
  if (tool === undefined) throw new Error(`There is no tool "${id}"`);
  return tool;
}

/** An answer without what differs from call to call and from place to place. */
function plain(response: ToolResponse): unknown {
  const { duration: _, worker: __, ...meta } = response.meta;
  return { ...response, meta };
}
