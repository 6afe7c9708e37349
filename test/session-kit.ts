import { defineTool, type ToolInvokeContext, type ToolPolicy, type ToolRecord } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { createSession, type AgentSession, type SessionOptions, type TurnEvent } from '@helve/agent';
import { ScriptedTransport, type Scene, type ScriptOptions } from '@helve/agent/testing';

const number = { type: 'number' } as const;

/** A tool that takes a number, if it takes anything. */
export function aTool(
  id: string,
  policy: Partial<ToolPolicy>,
  execute: (input: { readonly n?: number }, ctx: ToolInvokeContext) => unknown = ({ n }) => ({ n: n ?? 0 }),
): ToolRecord {
  return defineTool({
    id,
    description: `The tool ${id}`,
    version: '1.2.3',
    inputSchema: { type: 'object', properties: { n: number }, additionalProperties: false },
    policy,
    execute: (input, ctx) => execute(input, ctx),
  });
}

/** Counts how often it ran. */
export function counted(id: string, policy: Partial<ToolPolicy>, result: unknown = { found: true }) {
  const ran: unknown[] = [];
  const tool = aTool(id, policy, (input) => {
    ran.push(input);
    return result;
  });
  return { tool, ran };
}

export const retrieval: Partial<ToolPolicy> = { category: 'retrieval', sideEffects: 'read_only', idempotent: true };
export const utility: Partial<ToolPolicy> = { category: 'utility', sideEffects: 'none', idempotent: true };
export const write: Partial<ToolPolicy> = { category: 'action', sideEffects: 'writes', idempotent: false };

/** A session with a provider that follows a script. */
export function scripted(
  scenes: readonly Scene[],
  options: Partial<SessionOptions> & { readonly script?: ScriptOptions } = {},
): { readonly session: AgentSession; readonly transport: ScriptedTransport } {
  const { script, ...rest } = options;
  const transport = new ScriptedTransport(scenes, script);
  const session = createSession({
    mode: 'text',
    policy: turnPolicy(),
    tools: [],
    transport,
    report: () => undefined,
    ...rest,
  });
  return { session, transport };
}

export async function all(run: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const events: TurnEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

type Of<Type extends TurnEvent['type']> = Extract<TurnEvent, { readonly type: Type }>;

export function of<Type extends TurnEvent['type']>(events: readonly TurnEvent[], type: Type): readonly Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type);
}

/** The results of a run by the type of their error, or `ok`; in the order in which the calls began. */
export function outcomes(events: readonly TurnEvent[]): readonly string[] {
  return resultsOf(events).map(({ response }) => (response.ok ? 'ok' : response.error.type));
}

/** The results of a run in the order in which the calls began. */
export function resultsOf(events: readonly TurnEvent[]): readonly Of<'tool_result'>[] {
  const results = [...of(events, 'tool_result')];
  return of(events, 'tool_call_started').flatMap(({ callId }) => {
    const at = results.findIndex((result) => result.callId === callId);
    return at === -1 ? [] : results.splice(at, 1);
  });
}

/** Reads a live session in the background. */
export function record(events: AsyncIterable<TurnEvent>): {
  readonly seen: TurnEvent[];
  readonly ended: Promise<void>;
} {
  const seen: TurnEvent[] = [];
  const ended = (async () => {
    for await (const event of events) seen.push(event);
  })();
  return { seen, ended };
}

/** Waits until something is true. */
export async function until(isSo: () => boolean, what = 'it', withinMs = 15_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** A promise that somebody else settles. */
export function gate<Value = void>() {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => (open = resolve));
  return { opened, open };
}
