// The time from the wire to the client in a live conversation while a tool runs, and from an interruption to silence.
import { createSession, GeminiLiveTransport, type TurnEvent } from '@helve/agent';
import { startWireServer, type WirePeer } from '@helve/agent/testing';
import { defineTool } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { GoogleGenAI } from '@google/genai';
import { contender, type Variants } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';

const ROUNDS = 100;
const PATIENCE_MS = 10_000;
const piece = Buffer.alloc(960).toString('base64');
const audio = {
  serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: piece } }] } },
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const slow = defineTool({
  id: 'slow',
  description: 'Waits and ignores its signal',
  inputSchema: { type: 'object', properties: {} },
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  execute: () => pause(1_500).then(() => 'done'),
});

/** Waits for an event; one that never comes ends the measurement instead of keeping it. */
async function inTime<Value>(coming: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

/** A session whose tool runs, and its server's end. */
async function begin() {
  const wire = await startWireServer();
  const ai = new GoogleGenAI({ apiKey: 'bench', httpOptions: { baseUrl: wire.url } });
  const connecting = wire.nextPeer().then((peer) => {
    peer.onMessage((message) => 'setup' in message && peer.send({ setupComplete: {} }));
    return peer;
  });
  const session = createSession({
    mode: 'voice',
    policy: turnPolicy(),
    tools: [slow],
    report: () => undefined,
    transport: new GeminiLiveTransport(({ config, callbacks }) => ai.live.connect({ model: 'm', config, callbacks })),
  });
  const events = session.attach()[Symbol.asyncIterator]();
  const until = async (type: TurnEvent['type']): Promise<void> => {
    for (;;) {
      const { value, done } = await inTime(events.next(), type);
      if (done === true) throw new Error(`no ${type}`);
      if (value.type === type) return;
    }
  };
  const close = async () => {
    await session.close();
    await wire.close();
  };
  return { peer: await connecting, until, close };
}

async function withTool(peer: WirePeer, until: (type: TurnEvent['type']) => Promise<void>, round: number) {
  peer.send({ toolCall: { functionCalls: [{ id: `c${round}`, name: 'slow', args: {} }] } });
  await until('tool_call_started');
}

/** The 95th percentile of the milliseconds that these rounds take. */
async function p95(act: (round: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await act(round));
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? Number.NaN;
}

async function wireToClient(): Promise<number> {
  const { peer, until, close } = await begin();
  await withTool(peer, until, 0);
  const found = await p95(async () => {
    await pause(2);
    const began = performance.now();
    peer.send(audio);
    await until('audio');
    return performance.now() - began;
  });
  await close();
  return found;
}

async function interruptionToSilence(): Promise<number> {
  const { peer, until, close } = await begin();
  const found = await p95(async (round) => {
    await withTool(peer, until, round);
    peer.send(audio, audio, audio);
    await until('audio');
    const began = performance.now();
    peer.send({ serverContent: { interrupted: true } }, { toolCallCancellation: { ids: [`c${round}`] } });
    await until('interrupted');
    const tookMs = performance.now() - began;
    peer.send({ serverContent: { turnComplete: true } });
    await until('turn_end');
    return tookMs;
  });
  await close();
  return found;
}

export const liveVariants: Variants = {
  'wire audio to client while a tool runs, p95': wireToClient,
  'interruption to silence, p95': interruptionToSilence,
};

/** Prints the figures of live conversations, and says whether they are what was promised. */
export async function reportLive(): Promise<boolean> {
  const rows = await measure([
    contender('wire audio to client while a tool runs, p95', { atMost: 5 }),
    contender('interruption to silence, p95', { atMost: 20 }),
  ]);
  return report('Live conversations', 'ms', rows);
}
