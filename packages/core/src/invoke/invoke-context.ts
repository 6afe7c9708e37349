import type { CallOrigin, NestedCallOptions, ToolInvokeContext, ToolUser } from '../contract/context.js';
import type { Intent } from '../contract/intent.js';
import type { HistoryEntry, Outcome, TraceEvent } from '../contract/outcome.js';
import type { ToolPolicy } from '../contract/policy.js';
import { ignoresRespond } from '../tool/stage-rules.js';
import type { BindScope, Provided, ProviderPairs, Token } from '../contract/token.js';
import type { ToolRecord } from '../contract/tool.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { ControlAbort, ControlRespond, ControlRetryAfter } from '../errors/control.js';
import { coreErrors } from '../errors/core-errors.js';
import { copyJson } from '../json/copy-json.js';
import { declaredIntents } from './declared-intents.js';
import { attemptCancelOf, onAttemptCancel } from './attempt-cancel.js';
import { isDisposable } from './dispose-all.js';
import { assign } from './history.js';
import { timeOfDay } from './clock.js';
import type { Invocation } from './invocation.js';
import { reportFrom } from './report.js';
import { scrub } from './scrub.js';
import { assertBindScope, findProvider, openSession, providerNotFound, type ProviderViews } from './provider-views.js';
import { entriesCopy, valuesOf } from './safe-history.js';

/** The caller nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });
const noOrigin: CallOrigin = Object.freeze({});
const noTokens: ReadonlyMap<Token, unknown> = new Map();
const none: readonly never[] = Object.freeze([]);

let reach: (ctx: InvokeContext) => Invocation;
let reachOpen: (ctx: InvokeContext, action: string) => Invocation;

/** The context of one call: a view of what the engine knows, and the way to tell it things. */
export class InvokeContext implements ToolInvokeContext {
  readonly #inv: Invocation;

  static {
    reach = (ctx) => ctx.#inv;
    reachOpen = (ctx, action) => ctx.#open(action);
  }

  constructor(inv: Invocation) {
    this.#inv = inv;
  }

  get tool(): ToolRecord {
    return this.#inv.tool;
  }

  get toolId(): string {
    return this.#inv.tool.id;
  }

  get toolName(): string {
    return this.#inv.tool.name;
  }

  get toolVersion(): string {
    return this.#inv.tool.version ?? '0.0.0';
  }

  get registryVersion(): string {
    return this.#inv.registryVersion;
  }

  get policy(): ToolPolicy {
    return this.#inv.plan.policy;
  }

  get requestId(): string | number {
    return this.#inv.requestId;
  }

  get sessionId(): string | undefined {
    return this.#inv.options.sessionId;
  }

  get user(): ToolUser {
    return this.#inv.options.user ?? anonymous;
  }

  get call(): CallOrigin {
    return this.#inv.options.call ?? noOrigin;
  }

  get parent(): InvokeContext | undefined {
    return this.#inv.parent;
  }

  get depth(): number {
    return this.#inv.depth;
  }

  get idempotencyKey(): string | undefined {
    return this.#inv.options.idempotencyKey;
  }

  get confirmationToken(): string | undefined {
    const inv = this.#inv;
    return inv.step === 'willCheckConsent' ? inv.options.confirmationToken : undefined;
  }

  get rawInput(): unknown {
    return this.#inv.options.rawInput;
  }

  get input(): unknown {
    const inv = this.#inv;
    // Hooks may change what they see; the caller's own object is not theirs.
    if (!inv.inputAssigned && inv.input === inv.options.rawInput) inv.input = copyJson(inv.input);
    return inv.input;
  }

  set input(value: unknown) {
    assign(this.#open('assign the input'), 'input', value);
  }

  get output(): unknown {
    return this.#inv.output;
  }

  set output(value: unknown) {
    assign(this.#open('assign the output'), 'output', value);
  }

  get safeInput(): unknown {
    return this.#inv.safeInput;
  }

  get inputHistory(): readonly unknown[] {
    return valuesOf(this.#inv, 'input');
  }

  get outputHistory(): readonly unknown[] {
    return valuesOf(this.#inv, 'output');
  }

  get inputEntries(): readonly HistoryEntry[] {
    return entriesCopy(this.#inv, 'input');
  }

  get outputEntries(): readonly HistoryEntry[] {
    return entriesCopy(this.#inv, 'output');
  }

  get data(): Map<unknown, unknown> {
    return (this.#inv.data ??= new Map());
  }

  get error(): unknown {
    return this.#inv.error;
  }

  set error(value: unknown) {
    this.#open('assign the error').error = value;
  }

  get lastError(): unknown {
    return this.#inv.lastError;
  }

  get outcome(): Outcome {
    return this.#inv.outcome;
  }

  get attempt(): number {
    return this.#inv.attempt;
  }

  get retryDelayMs(): number | undefined {
    return this.#inv.retryDelayMs;
  }

  set retryDelayMs(ms: number | undefined) {
    this.#open('set the delay').retryDelayMs = ms;
  }

  get executeBegan(): boolean {
    return this.#inv.executeBegan;
  }

  get startedAt(): number {
    return timeOfDay(this.#inv.options, this.#inv.startedMs);
  }

  get finishedAt(): number | undefined {
    const { options, startedMs, durationMs } = this.#inv;
    return durationMs === undefined ? undefined : timeOfDay(options, startedMs + durationMs);
  }

  get durationMs(): number | undefined {
    return this.#inv.durationMs;
  }

  get deadlineAt(): number | undefined {
    return this.#inv.cancellation?.deadlineAt;
  }

  get intents(): readonly Intent[] {
    return this.#inv.intents ?? none;
  }

  get trace(): readonly TraceEvent[] {
    return this.#inv.trace ?? none;
  }

  get secrets(): readonly string[] {
    return this.#inv.secrets ?? none;
  }

  get signal(): AbortSignal {
    return attemptCancelOf(this.#inv).signal;
  }

  onCancel(listener: () => void): () => void {
    return onAttemptCancel(this.#inv, listener);
  }

  cancelAttempt(reason?: unknown): void {
    attemptCancelOf(this.#inv).cancel(reason);
  }

  now(): number {
    return this.#inv.options.clock?.now() ?? Date.now();
  }

  get<const K extends Token>(token: K): Provided<K> {
    const found = findProvider(this.#views('get a provider'), token);
    if (found === undefined) throw providerNotFound(token);
    return found.value as Provided<K>;
  }

  tryGet<const K extends Token>(token: K): Provided<K> | undefined {
    return findProvider(this.#views('get a provider'), token)?.value as Provided<K> | undefined;
  }

  bindProvider<const K extends Token>(token: K, instance: Provided<K>, scope: BindScope = 'request'): void {
    this.bindProviders(new Map([[token, instance]]), scope);
  }

  bindProviders<const K extends readonly Token[]>(pairs: ProviderPairs<K>, scope: BindScope = 'request'): void {
    const inv = this.#open('bind a provider');
    assertBindScope(scope);
    const given: Iterable<readonly [Token, unknown]> = pairs;
    const all = [...given].map(([token, instance]) => [token, instance] as const);
    const map = scope === 'request' ? (inv.request ??= new Map()) : this.#views('bind a provider').session;
    const endsWithCall = scope === 'request' || inv.options.registry === undefined;
    for (const [token, instance] of all) {
      map.set(token, instance);
      if (endsWithCall && isDisposable(instance)) holdOpen(inv, instance);
    }
  }

  respond(value: unknown): never {
    throw toRespond(this, value);
  }

  abort(reason: string, code?: string, httpStatus?: number, details?: Record<string, unknown>): never {
    throw toAbort(this, reason, code, httpStatus, details);
  }

  retryAfter(ms: number, reason?: string): never {
    throw toRetryAfter(this, ms, reason);
  }

  markCacheHit(): void {
    const inv = this.#open('mark a cache hit');
    if (inv.step === 'willReadCache') inv.cacheHit = true;
  }

  giveUp(): void {
    this.#open('give up').gaveUp = true;
  }

  addIntent(intent: Intent): void {
    const inv = this.#open('add an intent');
    (inv.intents ??= []).push(...declaredIntents(inv, [intent]));
  }

  setMeta(key: string, value: unknown): void {
    (this.#open('add to meta').meta ??= {})[key] = value;
  }

  addSecret(value: string): void {
    if (value !== '') (this.#open('add a secret').secrets ??= []).push(value);
  }

  progress(done: number, total?: number, message?: string): void {
    const inv = this.#inv;
    // Progress only rises, and after the answer nobody is listening.
    if (inv.settled || !(done > (inv.progressDone ?? -Infinity))) return;
    inv.progressDone = done;
    try {
      inv.options.onProgress?.({
        done,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message: scrub(inv, message) }),
      });
    } catch (thrown) {
      reportFrom(inv, thrown);
    }
  }

  invoke(tool: ToolRecord | string, input: unknown): Promise<unknown> {
    const inv = this.#open('call another tool');
    return inv.nested.invoke(inv, tool, input);
  }

  callTool(tool: ToolRecord | string, input: unknown, options?: NestedCallOptions): Promise<ToolResponse> {
    const inv = this.#open('call another tool');
    return inv.nested.answer(inv, tool, input, options);
  }

  #open(action: string): Invocation {
    const inv = this.#inv;
    if (inv.settled) throw coreErrors.create('CALL_CONTEXT_SETTLED', { action });
    return inv;
  }

  #views(action: string): ProviderViews {
    const inv = this.#inv;
    // Releases and disposals that run late may still look things up.
    if (inv.settled && !inv.late) throw coreErrors.create('CALL_CONTEXT_SETTLED', { action });
    inv.request ??= new Map();
    inv.session ??= openSession(inv);
    inv.global ??= inv.options.registry?.getAllSingletons() ?? noTokens;
    return { request: inv.request, session: inv.session.map, global: inv.global };
  }
}

/** The engine's side of a context, for parts of the engine that are used alone. */
export function invocationOf(ctx: InvokeContext): Invocation {
  return reach(ctx);
}

// A method that ends by throwing never gets compiled, however often it runs: what it has to do, these do for it.

function toRespond(ctx: InvokeContext, value: unknown): ControlRespond {
  const inv = reachOpen(ctx, 'respond');
  if (!ignoresRespond(inv.step)) assign(inv, 'output', value);
  return new ControlRespond(value);
}

function toAbort(
  ctx: InvokeContext,
  reason: string,
  code?: string,
  httpStatus?: number,
  details?: Record<string, unknown>,
): ControlAbort {
  reachOpen(ctx, 'abort');
  return new ControlAbort(reason, code, httpStatus, details);
}

function toRetryAfter(ctx: InvokeContext, ms: number, reason?: string): ControlRetryAfter {
  reachOpen(ctx, 'ask for a retry');
  return new ControlRetryAfter(ms, reason);
}

/** Newest last, each once: closed in reverse when the call is over. */
function holdOpen(inv: Invocation, instance: unknown): void {
  inv.disposables ??= new Set();
  inv.disposables.delete(instance);
  inv.disposables.add(instance);
}
