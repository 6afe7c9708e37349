import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderCall, Transport, TransportEvent } from '../contract/transport.js';
import { media } from '../transport/media.js';
import { ProviderError } from '../transport/provider-error.js';
import { callsIn, endIn, failure, nextStep, success, textIn } from './converse.js';
import type { FixtureCall } from './fixture/wire-fixture.js';
import { scenarios, type Conversation, type Scenario, type TransportSubject } from './transport-subject.js';
import { startWireServer, type WireServer } from './wire-server.js';

const paris: FixtureCall = { id: 'call_a1', name: 'get_weather', args: '{"city":"Paris","days":2}' };
const rome: FixtureCall = { id: 'call_b2', name: 'get_weather', args: '{"city":"Rome"}' };
const sunny = 'It is sunny in Paris, and it will stay so until the day after tomorrow.';
/** Invented; a vendor's error text might quote it. */
const key = 'sk-canary-0123456789abcdef0123';

/** Tests that every transport must pass, with its vendor's own SDK and a server that speaks the vendor's wire. */
export function transportSuite(subject: TransportSubject): void {
  describe(`transport: ${subject.name}`, () => {
    let wire: WireServer;
    const opened: Transport[] = [];

    beforeEach(async () => {
      wire = await startWireServer();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((transport) => transport.close()));
      await wire.close();
    });

    const { fixture } = subject;
    const setup = { instructions: 'Be brief.', tools: [subject.tool], toolChoice: 'auto' } as const;

    async function begin(): Promise<Conversation> {
      const conversation = await subject.connect(wire);
      opened.push(conversation.transport);
      await conversation.transport.open(setup);
      return conversation;
    }

    /** Plays calls of the model, and returns the events of that step. */
    async function callStep(
      conversation: Conversation,
      calls: readonly FixtureCall[],
      shape = {},
    ): Promise<readonly TransportEvent[]> {
      conversation.play(fixture.calls(calls, 'calls', shape));
      await conversation.transport.sendUser({ text: 'What is the weather?' });
      return nextStep(conversation.transport);
    }

    /** Passes calls with one argument text each through the transport, and returns their answers on the wire. */
    async function passThrough(args: string): Promise<unknown> {
      const conversation = await begin();
      const [call] = callsIn(await callStep(conversation, [{ ...paris, args }]));
      await answerAll(conversation, call === undefined ? [] : [call]);
      expect(sentResults(conversation)).toHaveLength(1);
      return call?.args;
    }

    async function answerAll(conversation: Conversation, calls: readonly ProviderCall[]): Promise<void> {
      conversation.play(fixture.text(sunny, 'after'));
      const results = calls.map(({ id, name }) => ({ id, name, result: success({ sky: 'clear' }) }));
      await conversation.transport.sendToolResults(results);
      expect(textIn(await nextStep(conversation.transport))).toBe(sunny);
    }

    /** Collects answers on the wire: a request repeats those before it, a socket does not. */
    function sentResults({ transport, sent }: Conversation): readonly Readonly<Record<string, unknown>>[] {
      return findAll(transport.live ? sent() : sent().slice(-1), subject.isResult);
    }

    function expectId(call: ProviderCall | undefined, expected: FixtureCall): void {
      if (subject.exceptions['one call'] === undefined && wireKeepsIds(subject)) expect(call?.id).toBe(expected.id);
      else expect(call?.id).toMatch(/^\d+\.\d+\.\d+$/);
    }

    const bodies: Record<Scenario, () => Promise<void>> = {
      'one call': async () => {
        const conversation = await begin();
        const events = await callStep(conversation, [paris]);
        const [call] = callsIn(events);
        expect(call).toMatchObject({ name: 'get_weather' });
        expect(asObject(call?.args)).toEqual({ city: 'Paris', days: 2 });
        expectId(call, paris);
        expect(call?.raw).toBeDefined();
        expect(endIn(events)).toBe('calls');
        await answerAll(conversation, callsIn(events));
        expect(JSON.stringify(sentResults(conversation))).toContain('clear');
      },
      parallel: async () => {
        const conversation = await begin();
        const calls = callsIn(await callStep(conversation, [paris, rome]));
        expect(calls.map(({ args }) => asObject(args))).toEqual([{ city: 'Paris', days: 2 }, { city: 'Rome' }]);
        expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
        await answerAll(conversation, calls);
        expect(normal(conversation.sent())).toEqual(subject.golden);
      },
      'interleaved fragments': async () => {
        const conversation = await begin();
        const calls = callsIn(await callStep(conversation, [paris, rome], { interleaved: true }));
        expect(calls.map(({ args }) => asObject(args))).toEqual([{ city: 'Paris', days: 2 }, { city: 'Rome' }]);
      },
      'no arguments': async () => {
        expect([undefined, '', {}]).toContainEqual(await passThrough(''));
      },
      'broken JSON': async () => {
        expect(await passThrough('{"city": Paris')).toBe('{"city": Paris');
      },
      truncated: async () => {
        const conversation = await begin();
        const events = await callStep(conversation, [{ ...paris, args: truncatedArgs(subject) }], { truncated: true });
        expect(callsIn(events)).toMatchObject([{ truncated: true }]);
        expect(endIn(events)).toBe('length');
        await answerAll(conversation, callsIn(events));
      },
      'unknown tool': async () => {
        const conversation = await begin();
        const [call] = callsIn(await callStep(conversation, [{ ...paris, name: 'get_wether' }]));
        expect(call?.name).toBe('get_wether');
        conversation.play(fixture.text(sunny, 'after'));
        const result = failure('NOT_FOUND', 'Cannot call "get_wether": there is no such tool');
        await conversation.transport.sendToolResult({ id: call?.id ?? '', name: 'get_wether', result });
        await nextStep(conversation.transport);
        expect(JSON.stringify(sentResults(conversation))).toContain('NOT_FOUND');
      },
      'stray argument': async () => {
        const args = '{"city":"Paris","mood":"good"}';
        expect(asObject(await passThrough(args))).toEqual({ city: 'Paris', mood: 'good' });
      },
      'null optionals': async () => {
        expect(asObject(await passThrough('{"city":"Paris","days":null}'))).toEqual({ city: 'Paris', days: null });
      },
      cancelled: async () => {
        const conversation = await begin();
        const { transport } = conversation;
        conversation.play(fixture.text(sunny, 'cut').slice(0, 5), { hang: true });
        await transport.sendUser({ text: 'What is the weather?' });
        for await (const event of transport.events()) if (event.type === 'text') break;
        await transport.cancel('barge-in');
        expect(endIn(await nextStep(transport))).toBe('cancelled');
        conversation.play(fixture.text('Yes?', 'next'));
        await transport.sendUser({ text: 'Stop.' });
        expect(textIn(await nextStep(transport))).toBe('Yes?');
      },
      'error result': async () => {
        const conversation = await begin();
        const [call] = callsIn(await callStep(conversation, [paris]));
        conversation.play(fixture.text(sunny, 'after'));
        const result = failure('VALIDATION', 'Cannot call "get_weather": days is too small');
        await conversation.transport.sendToolResults([{ id: call?.id ?? '', name: 'get_weather', result }]);
        await nextStep(conversation.transport);
        const text = JSON.stringify(sentResults(conversation));
        expect(text).toContain('days is too small');
        expect(text).not.toContain('requestId');
      },
      media: async () => {
        const conversation = await begin();
        const [call] = callsIn(await callStep(conversation, [paris]));
        conversation.play(fixture.text(sunny, 'after'));
        const result = success({ map: media('image/png', new Uint8Array([137, 80, 78, 71])), place: 'Paris' });
        await conversation.transport.sendToolResults([{ id: call?.id ?? '', name: 'get_weather', result }]);
        const events = await nextStep(conversation.transport);
        const text = JSON.stringify(sentResults(conversation));
        expect(text).toContain('[media 1: image/png, 4 bytes]');
        expect(text.includes('iVBORw==')).toBe(subject.takesImages);
        expect(events.some(({ type }) => type === 'loss')).toBe(!subject.takesImages);
      },
      reconnect: async () => {
        const conversation = await begin();
        await answerAll(conversation, callsIn(await callStep(conversation, [paris])));
        const history = conversation.transport.history?.() ?? [];
        expect(JSON.parse(JSON.stringify(history))).toEqual(history);
        const again = await subject.connect(wire);
        opened.push(again.transport);
        await again.transport.open({ ...setup, history });
        again.play(fixture.text('Still sunny.', 'again'));
        await again.transport.sendUser({ text: 'And now?' });
        expect(textIn(await nextStep(again.transport))).toBe('Still sunny.');
        const text = JSON.stringify(again.sent());
        // Some providers keep a text in the pieces it came in.
        const parts = ['What is the weather?', 'clear', sunny.slice(0, 7), 'And now?'];
        for (const part of parts) expect(text).toContain(part);
      },
      'provider error': async () => {
        const conversation = await begin();
        conversation.refuse(401, `Incorrect API key provided: ${key}`);
        await conversation.transport.sendUser({ text: 'What is the weather?' });
        const error = await firstError(conversation.transport);
        expect(error).toBeInstanceOf(ProviderError);
        expect(error).toMatchObject({ provider: conversation.transport.provider, retryable: false });
        expect(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`).not.toContain('canary');
      },
      'unreadable event': async () => {
        const conversation = await begin();
        conversation.play(['{"cut', ...fixture.text(sunny, 'after')]);
        await conversation.transport.sendUser({ text: 'What is the weather?' });
        const events = await nextStep(conversation.transport);
        expect(events.find(({ type }) => type === 'error')).toMatchObject({
          error: { message: expect.stringContaining('{"cut') as unknown },
        });
        expect(textIn(events)).toBe(sunny);
      },
    };

    const checkScenario = (scenario: Scenario) => bodies[scenario]();
    const tried = scenarios.filter((scenario) => subject.exceptions[scenario] === undefined);

    test.each(tried)('%s', (scenario) => checkScenario(scenario));

    test('what is left out has a reason', () => {
      for (const reason of Object.values(subject.exceptions)) expect(reason.length).toBeGreaterThan(10);
      expect(`${fixture.source} from ${fixture.from}`).toMatch(/^(recorded|transcribed) from .+/);
    });

    test('receiveToolCalls says what it cannot read as an event', async () => {
      const { transport } = await begin();
      expect(transport.receiveToolCalls('{"cut')).toEqual([]);
      expect((await firstError(transport)).message).toContain('{"cut');
    });
  });
}

async function firstError(transport: Transport): Promise<Error> {
  for await (const event of transport.events()) if (event.type === 'error') return event.error;
  throw new Error('Cannot find an error event: the transport was closed');
}

/** Returns truncated arguments; providers that send whole objects cannot be cut within one. */
function truncatedArgs({ exceptions }: TransportSubject): string {
  return exceptions['broken JSON'] === undefined ? '{"city":"Par' : '{"city":"Par"}';
}

function wireKeepsIds({ fixture }: TransportSubject): boolean {
  return JSON.stringify(fixture.calls([paris], 'ids')).includes(paris.id);
}

function asObject(args: unknown): unknown {
  return typeof args === 'string' ? JSON.parse(args) : args;
}

/** Converts to the wire's values: no `undefined`, no classes. */
function normal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function findAll(
  value: unknown,
  accepts: (value: Readonly<Record<string, unknown>>) => boolean,
): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap((item) => findAll(item, accepts));
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Readonly<Record<string, unknown>>;
  return accepts(fields) ? [fields] : Object.values(fields).flatMap((item) => findAll(item, accepts));
}
