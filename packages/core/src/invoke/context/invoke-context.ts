import type { AskAnswer } from '../../contract/ask.js';
import type { SchemaOutput, ToolSchema } from '../../contract/schema.js';
import { AskTime } from '../ask-time.js';
import { askPerson, defaultQuestion } from '../ask-person.js';
import type { CallOrigin, NestedCallOptions, ToolInvokeContext, ToolUser } from '../../contract/context.js';
import type { Intent } from '../../contract/intent.js';
import type { HistoryEntry, Outcome, TraceEvent } from '../../contract/outcome.js';
import type { ToolPolicy } from '../../contract/policy.js';
import { ignoresRespond } from '../../tool/stage-rules.js';
import type { BindScope, Provided, ProviderPairs, Token } from '../../contract/token.js';
import type { ToolRecord } from '../../contract/tool.js';
import type { ToolResponse } from '../../contract/tool-response.js';
import { ControlAbort, ControlRespond, ControlRetryAfter } from '../../errors/control.js';
import { coreErrors } from '../../errors/core-errors.js';
import { copyJson } from '../../json/copy-json.js';
import { declaredIntents } from '../../envelope/declared-intents.js';
import { attemptCancelOf, onAttemptCancel } from '../cancellation.js';
import { noteReplaced } from '../trace.js';
import { isDisposable } from '../../async/dispose-all.js';
import { assign, entriesCopy, valuesOf } from './history.js';
import { timeOfDay } from '../../time/clock.js';
import type { Call } from './call.js';
import { reportFrom, scrub } from '../report.js';
import { assertBindScope, findProvider, providerNotFound, viewsOf, type ProviderViews } from '../provider-views.js';

/** The caller nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });
const noOrigin: CallOrigin = Object.freeze({});
const none: readonly never[] = Object.freeze([]);

let reach: (ctx: InvokeContext) => Call;
let reachOpen: (ctx: InvokeContext, action: string) => Call;

/** The context of one call: a view of what the engine knows, and the way to tell it things. */
export class InvokeContext implements ToolInvokeContext {
  readonly #call: Call;

  static {
    reach = (ctx) => ctx.#call;
    reachOpen = (ctx, action) => ctx.#open(action);
  }

  constructor(call: Call) {
    this.#call = call;
  }

  get tool(): ToolRecord {
    return this.#call.tool;
  }

  get toolId(): string {
    return this.#call.tool.id;
  }

  get toolName(): string {
    return this.#call.tool.name;
  }

  get toolVersion(): string {
    return this.#call.tool.version ?? '0.0.0';
  }

  get registryVersion(): string {
    return this.#call.registryVersion;
  }

  get policy(): ToolPolicy {
    return this.#call.plan.policy;
  }

  get requestId(): string | number {
    return this.#call.requestId;
  }

  get sessionId(): string | undefined {
    return this.#call.options.sessionId;
  }

  get user(): ToolUser {
    return this.#call.options.user ?? anonymous;
  }

  get call(): CallOrigin {
    return this.#call.options.call ?? noOrigin;
  }

  get parent(): InvokeContext | undefined {
    return this.#call.parent;
  }

  get depth(): number {
    return this.#call.depth;
  }

  get idempotencyKey(): string | undefined {
    return this.#call.options.idempotencyKey;
  }

  get confirmationToken(): string | undefined {
    const call = this.#call;
    return call.step === 'willCheckConsent' ? call.options.confirmationToken : undefined;
  }

  get rawInput(): unknown {
    return this.#call.options.rawInput;
  }

  get input(): unknown {
    const { values, options } = this.#call;
    // Hooks may change what they see; the caller's own object is not theirs.
    if (!values.inputAssigned && values.input === options.rawInput) values.input = copyJson(values.input);
    return values.input;
  }

  set input(value: unknown) {
    assign(this.#open('assign the input'), 'input', value);
  }

  get output(): unknown {
    return this.#call.values.output;
  }

  set output(value: unknown) {
    assign(this.#open('assign the output'), 'output', value);
  }

  get safeInput(): unknown {
    return this.#call.values.safeInput;
  }

  get inputHistory(): readonly unknown[] {
    return valuesOf(this.#call, 'input');
  }

  get outputHistory(): readonly unknown[] {
    return valuesOf(this.#call, 'output');
  }

  get inputEntries(): readonly HistoryEntry[] {
    return entriesCopy(this.#call, 'input');
  }

  get outputEntries(): readonly HistoryEntry[] {
    return entriesCopy(this.#call, 'output');
  }

  get data(): Map<unknown, unknown> {
    return (this.#call.additions.data ??= new Map());
  }

  get error(): unknown {
    return this.#call.error;
  }

  set error(value: unknown) {
    const call = this.#open('assign the error');
    const { error } = call;
    call.error = value;
    if (call.step === 'onError' && error !== value) noteReplaced(call, value, error);
  }

  get lastError(): unknown {
    return this.#call.run.lastError;
  }

  get outcome(): Outcome {
    return this.#call.outcome;
  }

  get attempt(): number {
    return this.#call.run.attempt;
  }

  get retryDelayMs(): number | undefined {
    return this.#call.run.retryDelayMs;
  }

  set retryDelayMs(ms: number | undefined) {
    this.#open('set the delay').run.retryDelayMs = ms;
  }

  get executeBegan(): boolean {
    return this.#call.run.began;
  }

  get startedAt(): number {
    return timeOfDay(this.#call.options, this.#call.startedMs);
  }

  get finishedAt(): number | undefined {
    const { options, startedMs, durationMs } = this.#call;
    return durationMs === undefined ? undefined : timeOfDay(options, startedMs + durationMs);
  }

  get durationMs(): number | undefined {
    return this.#call.durationMs;
  }

  get takesChunks(): boolean {
    return this.#call.options.onChunk !== undefined;
  }

  get deadlineAt(): number | undefined {
    return this.#call.cancellation?.deadlineAt;
  }

  get intents(): readonly Intent[] {
    return this.#call.additions.intents ?? none;
  }

  get trace(): readonly TraceEvent[] {
    return this.#call.trace ?? none;
  }

  get secrets(): readonly string[] {
    return this.#call.additions.secrets ?? none;
  }

  get signal(): AbortSignal {
    return attemptCancelOf(this.#call).signal;
  }

  onCancel(listener: () => void): () => void {
    return onAttemptCancel(this.#call, listener);
  }

  cancelAttempt(reason?: unknown): void {
    attemptCancelOf(this.#call).cancel(reason);
  }

  now(): number {
    return this.#call.options.clock?.now() ?? Date.now();
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
    const call = this.#open('bind a provider');
    assertBindScope(scope);
    const given: Iterable<readonly [Token, unknown]> = pairs;
    const all = [...given].map(([token, instance]) => [token, instance] as const);
    const map = scope === 'request' ? (call.bindings.request ??= new Map()) : this.#views('bind a provider').session;
    const endsWithCall = scope === 'request' || call.options.registry === undefined;
    for (const [token, instance] of all) {
      map.set(token, instance);
      if (endsWithCall && isDisposable(instance)) holdOpen(call, instance);
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
    const call = this.#open('mark a cache hit');
    if (call.step === 'willReadCache') call.cacheHit = true;
  }

  giveUp(): void {
    this.#open('give up').run.gaveUp = true;
  }

  addIntent(intent: Intent): void {
    const call = this.#open('add an intent');
    (call.additions.intents ??= []).push(...declaredIntents(this, call.options.intents, [intent]));
  }

  setMeta(key: string, value: unknown): void {
    (this.#open('add to meta').additions.meta ??= {})[key] = value;
  }

  addSecret(value: string): void {
    if (value !== '') (this.#open('add a secret').additions.secrets ??= []).push(value);
  }

  progress(done: number, total?: number, message?: string): void {
    const call = this.#call;
    // Progress only rises, and after the answer nobody is listening.
    if (call.settled || !(done > call.additions.progressDone)) return;
    call.additions.progressDone = done;
    try {
      call.options.onProgress?.({
        done,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message: scrub(call, message) }),
      });
    } catch (thrown) {
      reportFrom(call, thrown);
    }
  }

  say(text: string): void {
    const call = this.#call;
    if (call.settled || text.trim() === '') return;
    try {
      call.options.onSay?.(scrub(call, text));
    } catch (thrown) {
      reportFrom(call, thrown);
    }
  }

  ask<const Schema extends ToolSchema>(schema: Schema, message?: string): Promise<AskAnswer<SchemaOutput<Schema>>> {
    const call = this.#open('ask');
    call.asked ??= new AskTime();
    return call.asked.during(this.#ask(call, schema, message));
  }

  get askedMs(): number {
    return this.#call.asked?.ms ?? 0;
  }

  invoke(tool: ToolRecord | string, input: unknown): Promise<unknown> {
    const call = this.#open('call another tool');
    return call.nested.invoke(call, tool, input);
  }

  callTool(tool: ToolRecord | string, input: unknown, options?: NestedCallOptions): Promise<ToolResponse> {
    const call = this.#open('call another tool');
    return call.nested.answer(call, tool, input, options);
  }

  #ask<const Schema extends ToolSchema>(call: Call, schema: Schema, message: string | undefined) {
    // Through the calls around this one: the limits of each know that a person is asked.
    if (call.parent !== undefined) return call.parent.ask(schema, message ?? defaultQuestion(call.tool, schema));
    return askPerson(call, { signal: this.signal, deadlineAt: this.deadlineAt, now: this.now() }, schema, message);
  }

  #open(action: string): Call {
    const call = this.#call;
    if (call.settled) throw coreErrors.create('CALL_CONTEXT_SETTLED', { action });
    return call;
  }

  #views(action: string): ProviderViews {
    const call = this.#call;
    // Releases and disposals that run late may still look things up.
    if (call.settled && !call.late) throw coreErrors.create('CALL_CONTEXT_SETTLED', { action });
    return viewsOf(call);
  }
}

/** The engine's side of a context, for parts of the engine that are used alone. */
export function callOf(ctx: InvokeContext): Call {
  return reach(ctx);
}

// A method that ends by throwing never gets compiled, however often it runs: what it has to do, these do for it.

function toRespond(ctx: InvokeContext, value: unknown): ControlRespond {
  const call = reachOpen(ctx, 'respond');
  if (!ignoresRespond(call.step)) assign(call, 'output', value);
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
function holdOpen({ bindings }: Call, instance: unknown): void {
  bindings.disposables ??= new Set();
  bindings.disposables.delete(instance);
  bindings.disposables.add(instance);
}
