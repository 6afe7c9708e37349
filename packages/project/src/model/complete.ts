import { declareTools, restoreArguments, type ProviderCall, type StepEnd, type Transport } from '@helve/agent';
import { defineTool, isPlainObject, type Json, type JsonSchemaObject } from '@helve/core';
import type { ModelAnswer, ModelRequest } from '@helve/l10n';

/** The tool that a model answers with, where the answer has a form. */
const ANSWER = 'answer';

/**
 * Asks a model once. An answer with a form is asked for as the arguments of a tool, which every vendor binds to a schema;
 * a model that writes JSON instead is understood too.
 */
export async function complete(transport: Transport, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const { system, messages, schema } = request;
  const declared = schema === undefined ? undefined : declare(transport, schema);
  const name = declared?.names[ANSWER] ?? ANSWER;
  const stop = () => void transport.cancel('cancelled');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await transport.open({
      instructions: system,
      tools: declared?.tools ?? [],
      toolChoice: declared === undefined ? 'none' : { name },
    });
    await transport.sendUser({ text: messages.map(({ text }) => text).join('\n\n') });
    const step = await listen(transport);
    signal.throwIfAborted();
    return toAnswer(step, schema !== undefined, (args) => restore(declared, args));
  } finally {
    signal.removeEventListener('abort', stop);
    await transport.close();
  }
}

function declare(transport: Transport, inputSchema: JsonSchemaObject) {
  const tool = defineTool({
    id: ANSWER,
    description: 'Gives the whole answer.',
    inputSchema,
    execute: () => undefined,
  });
  return declareTools([tool], transport.schemaKey, transport.strictSchemaKey);
}

interface Heard {
  readonly text: string;
  readonly call: ProviderCall | undefined;
  readonly reason: StepEnd;
  readonly usage: ModelAnswer['usage'];
}

/** Collects the events of a step until its end; throws on an error. */
async function listen(transport: Transport): Promise<Heard> {
  let text = '';
  let call: ProviderCall | undefined;
  let failure: Error | undefined;
  let usage: ModelAnswer['usage'] = { inputTokens: 0, outputTokens: 0 };
  for await (const event of transport.events()) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'call') call ??= event.call;
    else if (event.type === 'usage') usage = { inputTokens: event.inputTokens, outputTokens: event.outputTokens };
    else if (event.type === 'error') failure = event.error;
    else if (event.type === 'step_end') {
      if (event.reason === 'failed' && failure !== undefined) throw failure;
      return { text, call, reason: event.reason, usage };
    }
  }
  throw failure ?? new Error('Cannot read the answer: it ended before its end');
}

const stops: { readonly [reason in StepEnd]?: ModelAnswer['stop'] } = {
  length: 'length',
  'context-full': 'length',
  refusal: 'refused',
  filtered: 'refused',
};

function toAnswer(
  { text, call, reason, usage }: Heard,
  formed: boolean,
  read: (args: unknown) => unknown,
): ModelAnswer {
  const stop = call?.truncated === true ? 'length' : (stops[reason] ?? 'end');
  if (!formed) return { text, stop, usage };
  const json = call === undefined ? jsonIn(text) : read(typeof call.args === 'string' ? jsonIn(call.args) : call.args);
  // It came over the wire as JSON, so it is JSON.
  return isPlainObject(json) ? { text: '', json: json as Json, stop, usage } : { text, stop, usage };
}

function restore(declared: ReturnType<typeof declareTools> | undefined, args: unknown): unknown {
  const plan = declared?.restore[ANSWER];
  return plan === undefined ? args : restoreArguments(plan, args).value;
}

/** The JSON in a text, bare or in a fence. */
function jsonIn(text: string): unknown {
  const inner = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inner);
  } catch {
    return undefined;
  }
}
