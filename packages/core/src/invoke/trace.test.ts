import { callTool, invokeTool, ToolError, ToolRegistry } from '@helve/core';
import type { CallRecord, InvokeOptions, ToolHook, TraceEvent, TrailSink } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { toolThat, watch } from '../../../../test/engine-kit.js';

describe('the trace', () => {
  test('C127 has an event for every hook, skip and execute, numbered and timed, without payload', async () => {
    const { events, options } = watch();
    const canary = 'CANARY-4711';
    const hooks: ToolHook[] = [
      { name: 'ok', priority: () => 9, willAuthorize: () => undefined },
      { name: 'skipped', filter: () => false, willAuthorize: () => undefined },
      { name: 'retries', aroundExecute: (_ctx, inner) => inner().catch(() => inner()) },
      { name: 'ignored', onRetry: (ctx) => ctx.abort(canary), didExecute: (ctx) => ctx.respond(canary) },
    ];
    const tool = toolThat((_input, ctx) => {
      if (ctx.attempt === 1) throw new Error(canary);
      return canary;
    });
    expect(await invokeTool({ tool, rawInput: { canary }, hooks, ...options })).toBe(canary);
    expect(events.map(({ stage, hook, attempt, result }) => [stage, hook, attempt, result])).toEqual([
      ['willAuthorize', 'skipped', 0, 'skipped'],
      ['willAuthorize', 'ok', 0, 'ok'],
      ['inputCheck', '', 0, 'ok'],
      ['execute', '', 1, 'threw'],
      ['onRetry', 'ignored', 2, 'ignored'],
      ['execute', '', 2, 'ok'],
      ['didExecute', 'ignored', 2, 'responded'],
      ['aroundExecute', 'retries', 2, 'responded'],
    ]);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index));
    for (const { startMs, durationMs } of events) {
      expect(startMs).toBeGreaterThan(0);
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
    expect(JSON.stringify(events)).not.toContain(canary);
    expect(events.every((event) => Object.isFrozen(event))).toBe(true);

    const results = new Set<string>(events.map(({ result }) => result));
    for (const end of [(ctx) => ctx.abort('no'), (ctx) => ctx.retryAfter(1)] as NonNullable<
      ToolHook['willAuthorize']
    >[]) {
      await invokeTool({
        tool,
        hooks: [{ willAuthorize: end }],
        trace: ({ result }) => void results.add(result),
      }).catch(() => undefined);
    }
    expect([...results].toSorted()).toEqual([
      'aborted',
      'ignored',
      'ok',
      'responded',
      'retryAfter',
      'skipped',
      'threw',
    ]);
  });

  test('it needs no hook, and is kept in the context for whoever audits', async () => {
    const { steps, options } = watch();
    await invokeTool({ tool: toolThat(() => 1, { outputSchema: { type: 'number' } }), ...options });
    expect(steps).toEqual(['inputCheck', 'execute', 'outputCheck']);

    let kept: readonly TraceEvent[] = [];
    await invokeTool({
      tool: toolThat(() => 1),
      hooks: [{ name: 'audit', keepsTrace: true, willAudit: (ctx) => void (kept = [...ctx.trace]) }],
    });
    expect(kept.map(({ stage }) => stage)).toEqual(['inputCheck', 'execute']);
    let off: readonly TraceEvent[] | undefined;
    await invokeTool({ tool: toolThat((_input, ctx) => void (off = ctx.trace)) });
    expect(off).toEqual([]);
  });

  test('a filter that throws leaves an event too', async () => {
    const { steps, options } = watch();
    const broken = () => {
      throw new Error('broken');
    };
    const hook: ToolHook = { name: 'h', filter: broken, willAuthorize: () => undefined, onMetrics: () => undefined };
    await expect(invokeTool({ tool: toolThat(() => 1), hooks: [hook], ...options })).rejects.toThrow('broken');
    expect(steps).toEqual(['willAuthorize h threw', 'onMetrics h ignored']);
  });

  test('whoever watches cannot stop what is watched', async () => {
    const trace = () => {
      throw new Error('watcher');
    };
    expect(await invokeTool({ tool: toolThat(() => 1), hooks: [{ willAuthorize: () => undefined }], trace })).toBe(1);
  });
});

describe('the trail', () => {
  /** A sink in memory. */
  function sink(): TrailSink & { readonly records: CallRecord[] } {
    const records: CallRecord[] = [];
    return { records, append: (record) => Promise.resolve(void records.push(record)) };
  }

  test('C128 callTool appends the calls that end before a context exists, and no other', async () => {
    const trail = sink();
    const tools = new ToolRegistry();
    tools.addInline(toolThat(() => 1));
    const common: Partial<InvokeOptions> = {
      tools,
      trail,
      requestId: 'r1',
      user: { id: 'ada' },
      sessionId: 's',
      call: { door: 'http', mode: 'chat', turnId: 't', traceparent: '00-1-2-03', provenance: { model: 'm' } },
      rawInput: { q: 'hello', password: 'CANARY-4711' },
    };
    await callTool({ ...common, tool: 'nothing' });
    await callTool({ ...common, tool: 'it', signal: AbortSignal.abort() });
    await callTool({ ...common, tool: 'it', timeoutMs: -1 });
    await callTool({ ...common, tool: 'it', hooks: [{ priority: () => Number.NaN, willAudit: () => undefined }] });
    expect(trail.records.map(({ outcome, error }) => [outcome.kind, error?.code])).toEqual([
      ['failed', 'CALL_TOOL_NOT_FOUND'],
      ['cancelled', 'CALL_CANCELLED'],
      ['failed', 'CALL_CONFIG_INVALID'],
      ['failed', 'CALL_CONFIG_INVALID'],
    ]);
    expect(trail.records[0]).toMatchObject({
      requestId: 'r1',
      toolId: 'nothing',
      toolVersion: null,
      registryVersion: tools.version,
      userId: 'ada',
      owner: '//ada',
      sessionId: 's',
      door: 'http',
      mode: 'chat',
      turnId: 't',
      traceparent: '00-1-2-03',
      provenance: { model: 'm' },
      attempts: 0,
      rawInput: { q: 'hello' },
      redacted: ['/rawInput/password'],
      trace: [],
    });
    expect(JSON.stringify(trail.records)).not.toContain('CANARY');
    expect(Number.isNaN(Date.parse(trail.records[0]?.startedAt ?? ''))).toBe(false);

    trail.records.length = 0;
    await callTool({ ...common, tool: 'it' });
    await callTool({ ...common, tool: toolThat(() => Promise.reject(new ToolError('CONFLICT', 'no'))) });
    expect(trail.records).toEqual([]);
  });

  test('a sink that fails is reported and changes no answer, and one that is none is refused', async () => {
    const { reports, options } = watch();
    const down = { append: () => Promise.reject(new Error('disk full')) };
    expect(await callTool({ tool: 'nothing', trail: down, ...options })).toMatchObject({
      error: { type: 'NOT_FOUND' },
    });
    expect(reports).toMatchObject([{ thrown: { message: 'disk full' }, where: { toolId: 'nothing' } }]);
    const none = { tool: toolThat(() => 1), trail: {} as TrailSink };
    expect(await callTool(none)).toMatchObject({ ok: false, error: { details: { code: 'CALL_CONFIG_INVALID' } } });
  });
});
