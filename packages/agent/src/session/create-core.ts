import type { ToolUser } from '@helve/core';
import type { TurnEventBody } from '../contract/session-event.js';
import { createStateController } from '../state/create-state-controller.js';
import { Connection, type Listener } from './connection.js';
import { needsPerson } from './consent-hooks.js';
import { HeldCalls } from './held-calls.js';
import { pinTools, type PinnedTools } from './pin-tools.js';
import type { FirstCall, SessionCore } from './session-core.js';
import { createSessionHooks } from './session-hooks.js';
import { limitsOf } from './session-limits.js';
import type { SessionOptions } from './session-options.js';
import { SessionState } from './session-state.js';
import { TurnLedger } from './turn-ledger.js';

const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });

/** Who hears what happens in a session. */
export interface Ears extends Listener {
  emit(event: TurnEventBody): void;
}

/** Puts the parts of a session together. The tools are pinned here, and the policy is made here. */
export function createCore(
  options: SessionOptions,
  ears: Ears,
): { readonly core: SessionCore; readonly connection: Connection } {
  const { mode, user = anonymous, id = crypto.randomUUID(), clock, report } = options;
  const memory = new SessionState();
  const ledger = new TurnLedger();
  const connection = new Connection(options, pin(options, user), memory, ears);
  const tell =
    report === undefined ? {} : { report: (thrown: unknown) => report(thrown, { toolId: 'session', requestId: id }) };
  const controller = createStateController(
    { ...options.state, id, mode, userId: user.id, turn: 0, isActive: true },
    { ...tell, ...(options.intents === undefined ? {} : { intents: options.intents }) },
  );
  const core: SessionCore = {
    id,
    user,
    options,
    limits: limitsOf(mode, options.limits),
    controller,
    ledger,
    held: new HeldCalls(clock),
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
    declare: (said, toolChoice) => connection.declare(said, toolChoice),
    emit: ears.emit,
  };
  const approvals = options.approvals ?? memory.approvals;
  const stores = { counters: ledger, toolClock: ledger, replays: memory.replays, approvals, needsPerson };
  const policy = options.policy === 'none' ? [] : options.policy(Object.freeze(stores));
  const hooks = Object.freeze([...createSessionHooks(core), ...policy, ...(options.hooks ?? [])]);
  return { core, connection };
}

/** As they are now; a function is asked now, too. */
function pin({ tools, registry }: SessionOptions, user: ToolUser): PinnedTools | Promise<PinnedTools> {
  const source = tools ?? registry ?? [];
  const given = typeof source === 'function' ? source(user) : source;
  return given instanceof Promise ? given.then(pinTools) : pinTools(given);
}
