import { hasRightsOf, ownerOf } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { SessionStore } from '../../contract/session-store.js';
import { createMemorySessionStore } from './memory-session-store.js';
import type { SessionCore } from '../session-core.js';

const IDLE_MS = 30 * 60_000;

/** Loads a session when it begins and saves it after every turn. */
export class SessionKeeper {
  readonly #core: SessionCore;
  readonly #store: SessionStore;
  readonly #idleMs: number;
  #usedAtMs: number;

  constructor(core: SessionCore) {
    const { store = createMemorySessionStore(), idleMs = IDLE_MS } = core.options;
    this.#core = core;
    this.#store = store;
    this.#idleMs = idleMs;
    this.#usedAtMs = core.memory.createdAtMs = core.now();
  }

  /** Loads the stored session; rejects one of another owner or mode, or of a user who may do more. */
  async load(): Promise<void> {
    const { id, options, memory, controller, transport } = this.#core;
    if (options.id === undefined) return;
    const stored = await this.#store.load(id, this.#core.now());
    if (stored === undefined) return;
    const { record, revision } = stored;
    const { user } = this.#core;
    const isOwn = record.owner === ownerOf(user) && hasRightsOf(user, record.rights);
    if (!isOwn || record.mode !== options.mode) {
      throw agentErrors.create('AGENT_SESSION_FOREIGN', {});
    }
    memory.load(record, revision);
    if (record.pendingMessage !== undefined) controller.set('pendingMessage', record.pendingMessage);
    if (record.schemaKey === transport.schemaKey) return;
    memory.resumeHandle = undefined;
    memory.waiting = undefined;
    if (record.history.length === 0) return;
    memory.history = [];
    this.#warn('AGENT_HISTORY_FOREIGN', `The history is in the form of ${record.schemaKey}: the model begins anew`);
  }

  /** Clears a session that was idle for too long; true if it did. */
  expire(): boolean {
    const { memory, controller, firstCalls } = this.#core;
    const nowMs = this.#core.now();
    const isOver = nowMs - this.#usedAtMs > this.#idleMs && memory.totals.turns > 0;
    this.#usedAtMs = nowMs;
    if (!isOver) return false;
    memory.clear();
    firstCalls.clear();
    controller.set('pendingMessage', undefined);
    this.#warn('AGENT_SESSION_EXPIRED', 'The session was idle for too long and begins anew');
    return true;
  }

  async save(): Promise<void> {
    const { id, user, options, memory, controller, transport, toolbox } = this.#core;
    const nowMs = this.#core.now();
    this.#usedAtMs = nowMs;
    memory.history = transport.history?.() ?? [];
    const pending = controller.get('pendingMessage');
    const { version: registryVersion } = toolbox.pinned.registry;
    const { mode, model } = options;
    const { scopes = [], roles = [] } = user;
    const about = { id, owner: ownerOf(user), rights: { scopes, roles }, mode, registryVersion };
    const { schemaKey } = transport;
    const session = { ...about, schemaKey, ...(model === undefined ? {} : { model }) };
    const record = memory.toRecord(session, nowMs, typeof pending === 'string' ? pending : undefined);
    if (!(await this.#store.save(record, memory.revision, this.#idleMs, nowMs))) {
      throw agentErrors.create('AGENT_SESSION_CONFLICT', {});
    }
    memory.revision += 1;
  }

  #warn(code: string, message: string): void {
    this.#core.emit({ type: 'warning', code, message });
  }
}
