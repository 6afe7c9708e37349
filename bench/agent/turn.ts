// What the turn loop costs beyond the tools: steps with four calls, in one session and in many that take turns.
import { createSession, type AgentSession, type Transport, type TransportEvent } from '@helve/agent';
import { defineTool, type ToolRecord } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import { contender, type Variants } from '../kit/run-variants.js';
import { measure, report } from '../measure.js';

const STEPS = 10;
const TURNS = 100;

const toolOf = (ms: number) =>
  defineTool({
    id: 'add',
    description: 'Adds',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false },
    policy: { category: 'utility', sideEffects: 'none', idempotent: true },
    execute: ({ n }) => (ms === 0 ? { n } : new Promise((resolve) => setTimeout(() => resolve({ n }), ms))),
  }) as ToolRecord;

/** A provider that answers at once: so many steps with four calls each, then a word. */
class InstantTransport implements Transport {
  readonly provider = 'instant';
  readonly schemaKey = 'openai';
  readonly idsStable = true;
  readonly live = false;
  readonly #steps: number;
  readonly #events: TransportEvent[] = [];
  #wake: () => void = () => undefined;
  #step = 0;
  #calls = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  async open(): Promise<void> {}
  async configure(): Promise<void> {}
  async cancel(): Promise<void> {}
  async close(): Promise<void> {}
  receiveToolCalls() {
    return [];
  }

  async *events(): AsyncGenerator<TransportEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else yield event;
    }
  }

  async sendUser(): Promise<void> {
    this.#step = 0;
    this.#speak();
  }

  async askAgain(): Promise<void> {
    this.#speak();
  }

  async sendToolResult(): Promise<void> {
    this.#speak();
  }

  async sendToolResults(): Promise<void> {
    this.#speak();
  }

  #speak(): void {
    this.#step += 1;
    const isLast = this.#step > this.#steps;
    if (isLast) this.#events.push({ type: 'text', text: 'done' });
    else for (let call = 0; call < 4; call += 1) this.#events.push({ type: 'call', call: this.#call() });
    this.#events.push({ type: 'step_end', reason: isLast ? 'stop' : 'calls' });
    this.#wake();
  }

  #call() {
    this.#calls += 1;
    return { id: `c${this.#calls}`, name: 'add', args: `{"n":${this.#calls}}`, raw: null };
  }
}

function sessionOf(tool: ToolRecord, steps: number, policy: 'none' | 'turn'): AgentSession {
  const rules = turnPolicy({ rules: { text: { calls: 1_000 } } });
  const limits = { stepsPerTurn: steps + 1 };
  const transport = new InstantTransport(steps);
  return createSession({ tools: [tool], mode: 'text', transport, policy: policy === 'none' ? 'none' : rules, limits });
}

/** Milliseconds for one step with four calls. */
async function perStep(sessions: number, policy: 'none' | 'turn'): Promise<number> {
  const tool = toolOf(0);
  const all = Array.from({ length: sessions }, () => sessionOf(tool, STEPS, policy));
  for (let turn = 0; turn < TURNS / sessions; turn += 1) for (const session of all) await session.run('warm').done;
  const turns = Math.max(1, Math.round(TURNS / sessions));
  const began = performance.now();
  for (let turn = 0; turn < turns; turn += 1) await Promise.all(all.map((session) => session.run('go').done));
  return (performance.now() - began) / (turns * sessions * STEPS);
}

/** Milliseconds for a turn whose four calls take twenty each. */
async function sideBySide(): Promise<number> {
  const session = sessionOf(toolOf(20), 1, 'turn');
  await session.run('warm').done;
  const began = performance.now();
  await session.run('go').done;
  return performance.now() - began;
}

export const turnVariants: Variants = {
  'a step with 4 calls, no policy': () => perStep(1, 'none'),
  'a step with 4 calls, turnPolicy': () => perStep(1, 'turn'),
  'a step with 4 calls, turnPolicy, 50 sessions taking turns': () => perStep(50, 'turn'),
  '4 calls of 20 ms side by side': sideBySide,
};

/** Prints the figures of the turn loop, and says whether they are what was promised. */
export async function reportTurns(): Promise<boolean> {
  const steps = await measure([
    contender('a step with 4 calls, no policy'),
    contender('a step with 4 calls, turnPolicy', { atMost: 1 }),
    contender('a step with 4 calls, turnPolicy, 50 sessions taking turns', { atMost: 1 }),
  ]);
  const parallel = await measure([contender('4 calls of 20 ms side by side', { atMost: 30 })]);
  return [report('The turn loop', 'ms', steps), report('Parallel calls', 'ms', parallel)].every(Boolean);
}
