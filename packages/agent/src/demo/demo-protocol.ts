import { chatForm } from '../transport/context/history-form.js';
import { sleep, isPlainObject, type Json, type JsonObject } from '@helve/core';
import type { ProviderCall, TransportEvent } from '../contract/transport.js';
import { lossless, type AnswerReader, type MakeId, type ModelAnswer, type Protocol } from '../transport/protocol.js';
import { asJson, toFields, toList, parseJson, toText } from '../transport/read-field.js';
import { toUserMedia } from '../transport/user-media.js';
import { answerAsDemo, type DemoAnswer, type DemoItem, type DemoQuestion } from './demo-model.js';

/** Clock and pace of the demo model. */
export interface DemoBehavior {
  /** Returns the present, from which "tomorrow" is counted. */
  now(): Date;
  /** Pause between two words, so that one can watch it speak. */
  readonly wordDelayMs: number;
}

/** Protocol of the demo model, used like that of any provider. */
export function demoProtocol({ now, wordDelayMs }: DemoBehavior): Protocol {
  const answer = (request: JsonObject) => answerAsDemo(toQuestion(request, now()));
  return {
    provider: 'demo',
    schemaKey: 'mcp',
    idsStable: false,
    remembers: false,
    form: chatForm,
    withSetup: (request, { tools, toolChoice }) => lossless({ ...request, tools, toolChoice: asJson(toolChoice) }),
    withItems: (request, items) => ({ ...request, items: [...toList(request['items']).map(asJson), ...items] }),
    userItems: (input) => ({
      value: input.text === undefined ? [] : [{ role: 'user', text: input.text }],
      losses: [
        ...toUserMedia(input, () => false, 'The demo model').losses,
        ...(input.audio === undefined ? [] : [{ what: 'audio', note: 'The demo model cannot hear: send text' }]),
      ],
    }),
    resultItems: (results) =>
      lossless(results.map(({ call, text }) => ({ role: 'tool', name: call.name, result: asJson(parseJson(text)) }))),
    stream: async (request, signal) => speak(await answer(request), wordDelayMs, signal),
    ask: answer,
    createReader: (makeId) => new DemoReader(makeId),
    readResponse: (response, makeId) => toAnswer(response, makeId),
    readCalls: (event, makeId) => readCalls(event, makeId),
  };
}

function toQuestion(request: JsonObject, now: Date): DemoQuestion {
  const { tools, toolChoice, items } = request as unknown as Omit<DemoQuestion, 'now'>;
  return { tools, toolChoice, items, now };
}

/** Yields the answer word by word, then as a whole. */
async function* speak(answer: DemoAnswer, wordDelayMs: number, signal: AbortSignal): AsyncGenerator {
  for (const word of answer.text.match(/\s*\S+\s*?/g) ?? []) {
    if (wordDelayMs > 0) await sleep(wordDelayMs, signal);
    yield { word };
  }
  yield { answer };
}

class DemoReader implements AnswerReader {
  readonly #makeId: MakeId;
  #answer: unknown;

  constructor(makeId: MakeId) {
    this.#makeId = makeId;
  }

  read(chunk: unknown): readonly TransportEvent[] {
    const { word, answer } = toFields(chunk);
    this.#answer ??= answer;
    return typeof word === 'string' ? [{ type: 'text', text: word }] : [];
  }

  end(): ModelAnswer | undefined {
    return this.#answer === undefined ? undefined : toAnswer(this.#answer, this.#makeId);
  }
}

function toAnswer(response: unknown, makeId: MakeId): ModelAnswer {
  const { text, calls, wants } = toFields(response);
  const item: DemoItem = {
    role: 'model',
    text: toText(text),
    calls: toList(calls) as DemoAnswer['calls'],
    ...(typeof wants === 'string' ? { wants } : {}),
  };
  const made = readCalls(response, makeId);
  return { calls: made, text: item.text, reason: made.length > 0 ? 'calls' : 'stop', items: [item as unknown as Json] };
}

function readCalls(event: unknown, makeId: MakeId): readonly ProviderCall[] {
  return toList(toFields(event)['calls'])
    .filter(isPlainObject)
    .map((raw) => ({ id: makeId(), name: toText(raw['name']), args: raw['args'], raw }));
}
