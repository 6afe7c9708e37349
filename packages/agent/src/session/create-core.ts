import { andThen, type ToolUser } from '@helve/core';
import type { TurnEventBody } from '../contract/session-event.js';
import type { ProviderCall } from '../contract/transport.js';
import { createStateController } from '../state/create-state-controller.js';
import { Connection, type ConnectionListener } from './connection.js';
import { needsPerson } from './approval/consent-hooks.js';
import { PendingDecisions } from './approval/pending-decisions.js';
import { pinTools, type PinnedTools } from './toolbox/pin-tools.js';
import type { FirstCall, SessionCore } from './session-core.js';
import { createSessionHooks } from './call/session-hooks.js';
import { toLimits } from './session-limits.js';
import type { SessionOptions } from './session-options.js';
import { SessionQuestions } from './question/session-questions.js';
import { SessionTrace } from './trace/session-trace.js';
import { Spending } from './budget/spending.js';
import { SessionState } from './memory/session-state.js';
import { TurnUsage } from './call/turn-usage.js';

const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });

/** Receives the events of a session. */
export interface SessionListener extends ConnectionListener {
  emit(event: TurnEventBody, turn?: number): void;
  tell(note: string): void;
  say(text: string, call: Pick<ProviderCall, 'id' | 'name'>): void;
}

/** Assembles the parts of a session; pins its tools and creates its policy. */
export function createCore(
  options: SessionOptions,
  listener: SessionListener,
): { readonly core: SessionCore; readonly connection: Connection } {
  const { mode, user = anonymous, id = crypto.randomUUID(), clock, report } = options;
  const memory = new SessionState();
  const usage = new TurnUsage();
  const connection = new Connection(options, pin(options, user), memory, listener);
  const reporting =
    report === undefined ? {} : { report: (thrown: unknown) => report(thrown, { toolId: 'session', requestId: id }) };
  const controller = createStateController(
    { ...options.state, id, mode, userId: user.id, turn: 0, isActive: true },
    { ...reporting, ...(options.intents === undefined ? {} : { intents: options.intents }) },
  );
  const core: SessionCore = {
    id,
    user,
    options,
    limits: toLimits(mode, options.limits),
    controller,
    usage,
    spending: new Spending(options, listener.emit),
    trace: new SessionTrace(options.tracer, {
      id,
      mode,
      model: options.model,
      provider: () => connection.transport.provider,
      report: (thrown) => report?.(thrown, { toolId: 'session', requestId: id }),
    }),
    decisions: new PendingDecisions(clock),
    questions: new SessionQuestions(),
    get hooks() {
      return hooks;
    },
    firstCalls: new Map<string, FirstCall>(),
    memory,
    get transport() {
      return connection.transport;
    },
    get toolbox() {
      return connection.toolbox;
    },
    now: () => clock?.now() ?? Date.now(),
    declare: (userTexts, toolChoice, change) => connection.declare(userTexts, toolChoice, change),
    emit: listener.emit,
    tell: listener.tell,
    say: listener.say,
  };
  const approvals = options.approvals ?? memory.approvals;
  const stores = { counters: usage, toolClock: usage, replays: memory.replays, approvals, needsPerson };
  const policy = options.policy === 'none' ? [] : options.policy(Object.freeze(stores));
  const hooks = Object.freeze([...createSessionHooks(core), ...policy, ...(options.hooks ?? [])]);
  return { core, connection };
}

/** Pins the present tools; calls the source if it is a function. */
function pin({ tools, registry }: SessionOptions, user: ToolUser): PinnedTools | Promise<PinnedTools> {
  const source = tools ?? registry ?? [];
  const resolved = typeof source === 'function' ? source(user) : source;
  return andThen(resolved, pinTools);
}
