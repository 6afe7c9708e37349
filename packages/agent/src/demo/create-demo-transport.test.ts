import { defineTool, type JsonSchema, type ToolRecord } from '@helve/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { declareTools } from '../client/declare-tools.js';
import type { Transport, TransportEvent } from '../contract/transport.js';
import { callsIn, endIn, failure, nextStep, success, textIn } from '../testing/converse.js';
import { createDemoTransport, type DemoTransportOptions } from './create-demo-transport.js';

const text = { type: 'string' } as const;

const tools: readonly ToolRecord[] = [
  tool('water_plants', 'Waters the plants of a room', { room: text, litres: { type: 'number' } }, ['room', 'litres']),
  tool('look_up_rules', 'Looks up the rules of the house', { query: text }, ['query']),
  tool('ring_bell', 'Rings the bell at the door', {}, []),
];

function tool(id: string, description: string, properties: Record<string, JsonSchema>, required: string[]): ToolRecord {
  return defineTool({
    id,
    description,
    inputSchema: { type: 'object', properties, required },
    policy: { category: 'utility', sideEffects: 'none', idempotent: true, requiresConfirmation: false },
    execute: () => undefined,
  });
}

async function open(options: DemoTransportOptions = {}, offered = tools): Promise<Transport> {
  const transport = createDemoTransport(options);
  onTestFinished(() => transport.close());
  const declared = declareTools(offered, transport.schemaKey);
  await transport.open({ instructions: '', tools: declared.tools, toolChoice: 'auto' });
  return transport;
}

async function ask(transport: Transport, said: string): Promise<readonly TransportEvent[]> {
  await transport.sendUser({ text: said });
  return nextStep(transport);
}

/** Collects the events up to the end of a turn. */
async function turn(transport: Transport): Promise<readonly TransportEvent[]> {
  const events: TransportEvent[] = [];
  for await (const event of transport.events()) {
    events.push(event);
    if (event.type === 'turn_end') break;
  }
  return events;
}

const callOf = ({ name, args }: { name: string; args: unknown }) => ({ name, args });

describe('createDemoTransport', () => {
  test('a wish becomes a call, and its result an answer', async () => {
    const transport = await open();
    const asked = await ask(transport, 'Please water the plants in "the hall" with 2 litres');
    const [call] = callsIn(asked);
    expect(callsIn(asked).map(callOf)).toEqual([{ name: 'water_plants', args: { room: 'the hall', litres: 2 } }]);
    expect(endIn(asked)).toBe('calls');
    await transport.sendToolResult({
      id: call?.id ?? '',
      name: 'water_plants',
      result: success({ watered: 4, left: '1 l' }),
    });
    const answered = await nextStep(transport);
    expect(textIn(answered)).toBe('watered: 4\nleft: 1 l');
    expect(endIn(answered)).toBe('stop');
  });

  test('several wishes become several calls at once', async () => {
    const asked = await ask(await open(), 'ring the bell; look up the rules about noise');
    expect(callsIn(asked).map(callOf)).toEqual([
      { name: 'ring_bell', args: {} },
      { name: 'look_up_rules', args: { query: 'noise' } },
    ]);
    expect(new Set(callsIn(asked).map(({ id }) => id)).size).toBe(2);
  });

  test('what is missing is asked for, and the answer completes the wish', async () => {
    const transport = await open();
    const asked = await ask(transport, 'water the plants in "the hall"');
    expect(callsIn(asked)).toEqual([]);
    expect(textIn(asked)).toContain('"litres"');
    expect(callsIn(await ask(transport, '3')).map(callOf)).toEqual([
      { name: 'water_plants', args: { room: 'the hall', litres: 3 } },
    ]);
  });

  test('arguments may be written out as JSON', async () => {
    const asked = await ask(await open(), 'water_plants {"room": "attic", "litres": 1}');
    expect(callsIn(asked).map(callOf)).toEqual([{ name: 'water_plants', args: { room: 'attic', litres: 1 } }]);
  });

  test('a question that fits no tool goes to one that looks things up', async () => {
    const asked = await ask(await open(), 'When may I play the drums?');
    expect(callsIn(asked).map(callOf)).toEqual([
      { name: 'look_up_rules', args: { query: 'When may I play the drums?' } },
    ]);
  });

  test('a wish that fits nothing is answered with what there is', async () => {
    const asked = await ask(await open({}, tools.slice(2)), 'Paint my fence green');
    expect(textIn(asked)).toContain('ring_bell: Rings the bell at the door');
  });

  test('a tool that nobody thought of is called all the same', async () => {
    const odd = tool('zorp_frobnicate', 'Frobnicates a zorp', { zorp: text }, ['zorp']);
    const asked = await ask(await open({}, [...tools, odd]), 'frobnicate "K-9"');
    expect(callsIn(asked).map(callOf)).toEqual([{ name: 'zorp_frobnicate', args: { zorp: 'K-9' } }]);
  });

  test('with tools off it answers in words', async () => {
    const transport = await open();
    await transport.configure({ tools: declareTools(tools, transport.schemaKey).tools, toolChoice: 'none' });
    const asked = await ask(transport, 'ring the bell');
    expect(callsIn(asked)).toEqual([]);
    expect(textIn(asked)).not.toBe('');
  });

  test('a failure is told with what can be done about it', async () => {
    const transport = await open();
    const [call] = callsIn(await ask(transport, 'ring the bell'));
    const result = failure('NOT_FOUND', 'Cannot ring: there is no bell');
    await transport.sendToolResult({ id: call?.id ?? '', name: 'ring_bell', result });
    expect(textIn(await nextStep(transport))).toBe('That did not work: Cannot ring: there is no bell.');
  });

  test('what the application tells is passed on, and makes no call', async () => {
    const transport = await open();
    const approved = 'The person has approved "ring_bell". Its result: {"ok":true,"data":{"rung":"twice"}}';
    expect(textIn(await ask(transport, approved))).toBe('twice');
    expect(textIn(await ask(transport, '[Note: the bell was rung]'))).toBe('the bell was rung');
    const both = await ask(transport, '[Note: the hall is wet]\n\nring the bell');
    expect(callsIn(both).map(callOf)).toEqual([{ name: 'ring_bell', args: {} }]);
  });

  test('a cancelled answer stops between two words', async () => {
    const transport = await open({ wordDelayMs: 20 }, tools.slice(2));
    await transport.sendUser({ text: 'Paint my fence green' });
    for await (const event of transport.events()) if (event.type === 'text') break;
    await transport.cancel('enough');
    expect(endIn(await nextStep(transport))).toBe('cancelled');
  });

  test('an unknown option is refused', () => {
    expect(() => createDemoTransport({ delay: 1 } as DemoTransportOptions)).toThrow('unknown option "delay"');
  });
});

describe('the live demo model', () => {
  test('it speaks: transcripts of both sides, audio, and the end of the turn', async () => {
    const transport = await open({ live: true });
    await transport.sendUser({ text: 'ring the bell' });
    const asked = await nextStep(transport);
    expect(asked[0]).toEqual({ type: 'transcript', role: 'user', text: 'ring the bell', final: true });
    const [call] = callsIn(asked);
    await transport.sendToolResult({ id: call?.id ?? '', name: 'ring_bell', result: success('Ding dong') });
    const said = await turn(transport);
    expect(said.map(({ type }) => type)).toEqual([
      'audio',
      'transcript',
      'audio',
      'transcript',
      'step_end',
      'turn_end',
    ]);
    const spoken = said.flatMap((event) => (event.type === 'transcript' ? [event.text] : [])).join('');
    expect(spoken).toBe('Ding dong');
  });

  test('whoever speaks while it speaks interrupts it', async () => {
    const transport = await open({ live: true, wordDelayMs: 20 }, tools.slice(2));
    await transport.sendUser({ text: 'Paint my fence green' });
    for await (const event of transport.events()) if (event.type === 'audio') break;
    await transport.sendUser({ text: 'ring the bell' });
    const events = await nextStep(transport);
    expect(events.map(({ type }) => type)).toContain('interrupted');
    expect(endIn(events)).toBe('cancelled');
    await turn(transport);
    expect(callsIn(await nextStep(transport)).map(callOf)).toEqual([{ name: 'ring_bell', args: {} }]);
  });

  test('it says once that it cannot hear', async () => {
    const transport = await open({ live: true });
    await transport.sendUser({ audio: 'AAAA' });
    await transport.sendUser({ audio: 'AAAA' });
    await transport.sendUser({ text: 'ring the bell' });
    const events = await nextStep(transport);
    expect(events.filter(({ type }) => type === 'loss')).toHaveLength(1);
  });
});
