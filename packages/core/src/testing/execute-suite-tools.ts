import type { ToolInvokeContext } from '../contract/context.js';
import type { ToolHook } from '../contract/hook.js';
import type { ToolRecord } from '../contract/tool.js';
import { fail, ok } from '../envelope/reply.js';
import { isControl } from '../errors/control.js';
import { isToolError, ToolError } from '../errors/tool-error.js';
import { ProviderRegistry } from '../provider/provider-registry.js';
import { defineTool } from '../tool/define-tool.js';

type Args = Readonly<Record<string, unknown>>;
type Body = (input: Args, ctx: ToolInvokeContext) => unknown;

const anything = { type: 'object', additionalProperties: true } as const;

function toolOf(id: string, execute: Body, more: Partial<ToolRecord> = {}): ToolRecord {
  const tool = defineTool({
    id,
    description: `Does what "${id}" says`,
    inputSchema: anything,
    execute,
  });
  return { ...tool, ...more };
}

/** Counts how often the rules of a tool run: once, on the side that calls. */
const doubles: ToolHook = {
  name: 'doubles',
  didExecute: (ctx) => void (ctx.output = Number(ctx.output) * 2),
};

const bodies: Readonly<Record<string, Body>> = {
  'suite.echo': (input) => input['value'],
  'suite.later': async (input) => {
    await pause(5);
    return input['value'];
  },
  'suite.context': (_input, { requestId, sessionId, user, call, idempotencyKey, toolId }) => ({
    requestId,
    sessionId,
    user: user.id,
    door: call.door,
    idempotencyKey,
    toolId,
  }),
  'suite.refuse': (input) => {
    throw new ToolError('RATE_LIMIT', 'Cannot take more', { retryAfterMs: 1500, details: { quota: input['quota'] } });
  },
  'suite.break': (input) => {
    throw Object.assign(new TypeError(String(input['text'])), { code: input['code'] });
  },
  'suite.abort': (_input, ctx) => ctx.abort('not today', 'CLOSED', 409),
  'suite.wait': (_input, ctx) => ctx.retryAfter(700, 'busy'),
  'suite.respond': (input, ctx) => ctx.respond(input['value']),
  'suite.reply': (input) =>
    ok(input['value'], { intents: [{ type: 'SUPPRESS_AUDIO', value: true }], meta: { source: 'cache' } }),
  'suite.fail': () =>
    fail(new ToolError('CONFLICT', 'It is taken'), { intents: [{ type: 'SET_PENDING_MESSAGE', message: 'again' }] }),
  'suite.intend': (input, ctx) => {
    ctx.addIntent({ type: 'SUPPRESS_TRANSCRIPT' });
    ctx.setMeta('pages', 3);
    if (input['fail'] === true) throw new ToolError('CONFLICT', 'It is taken');
    return 'intended';
  },
  'suite.whisper': (input, ctx) => {
    const secret = String(input['secret']);
    ctx.addSecret(secret);
    if (input['fail'] === true) throw new ToolError('CONFLICT', `It is ${secret}`, { details: { secret } });
    return { said: `It is ${secret}` };
  },
  'suite.progress': async (input, ctx) => {
    const steps = Number(input['steps']);
    for (let step = 1; step <= steps; step += 1) {
      ctx.progress(step, steps, `step ${step}`);
      await pause(60);
    }
  },
  'suite.hang': hang,
  // A tool of its own: whoever ends a body that does not listen may end what runs beside it.
  'suite.linger': hang,
  'suite.stream': (input, ctx) => stream(Number(input['to']), input, ctx),
  'suite.provided': (_input, ctx) => ctx.get('greeting'),
  'suite.nested': (input, ctx) =>
    ctx.invoke(
      toolOf('suite.inner', ({ value = 'inner' }) => value),
      input,
    ),
  'suite.calls': ({ tool, input, caught }, ctx) => {
    const call = ctx.invoke(String(tool), input);
    return caught === true ? call.catch(describeThrown) : call;
  },
  'suite.deeper': (_input, ctx) => ctx.invoke('suite.deeper', {}),
};

/** Describes the failure of a call to the body that made it. */
function describeThrown(thrown: unknown): unknown {
  if (isControl(thrown) && thrown.kind === 'abort') return [thrown.reason, thrown.code, thrown.httpStatus];
  if (isControl(thrown) && thrown.kind === 'retryAfter') return [thrown.reason, thrown.ms];
  if (isToolError(thrown)) return { type: thrown.type, code: thrown.code, message: thrown.message };
  return { name: thrown instanceof Error ? thrown.name : typeof thrown };
}

async function hang(input: Args, ctx: ToolInvokeContext): Promise<void> {
  await new Promise((_resolve, reject) => {
    if (input['deaf'] !== true) ctx.signal.addEventListener('abort', () => reject(new Error('stopped')));
  });
}

async function* stream(to: number, { returns, failAt }: Args, ctx: ToolInvokeContext): AsyncGenerator {
  for (let at = 1; at <= to; at += 1) {
    if (at === failAt) throw new ToolError('CONFLICT', `It failed at ${at}`);
    if (ctx.signal.aborted) return;
    yield at;
    await pause(1);
  }
  ctx.setMeta('streamed', to);
  return returns;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** The tools that the Execute suite calls; a place elsewhere finds them in this module by their ids. */
export const executeSuiteTools: readonly ToolRecord[] = [
  ...Object.entries(bodies).map(([id, body]) => toolOf(id, body)),
  toolOf('suite.ruled', () => 21, { hooks: [doubles] }),
];

/** Creates the dependencies of `suite.provided`. */
export function createExecuteSuiteProviders(): ProviderRegistry {
  return new ProviderRegistry().registerSingletons([['greeting', 'hello']]);
}
