import type { Totals, TurnEnd } from '../../contract/session-event.js';
import type { TransportEvent } from '../../contract/transport.js';
import {
  failedStatus,
  spanKinds,
  within,
  type SessionSpan,
  type SessionTracer,
  type SpanAttributes,
} from './session-tracer.js';

/** Facts that every span of a session has. */
export interface TracedSession {
  readonly id: string;
  readonly mode: string;
  readonly model: string | undefined;
  /** Name of the provider; a session may move to another one. */
  provider(): string;
  /** Receives an error of the tracer, which never fails a turn. */
  report(thrown: unknown): void;
}

interface OpenRequest {
  readonly span: SessionSpan;
  readonly beganMs: number;
  readonly seen: Set<string>;
}

const failures: ReadonlySet<TurnEnd> = new Set<TurnEnd>(['failed', 'model-error', 'output-invalid']);

/**
 * Spans of a session, named by OpenTelemetry's conventions for generative AI; none of them holds a text:
 *
 *     session ─ invoke_agent (a turn) ─┬─ chat MODEL (a request, each retry one more: tokens, time to the first piece)
 *                                      └─ execute_tool (of the hook `telemetry`)
 */
export class SessionTrace {
  readonly #tracer: SessionTracer | undefined;
  readonly #session: TracedSession;
  #root: SessionSpan | undefined;
  #turn: SessionSpan | undefined;
  #request: OpenRequest | undefined;

  constructor(tracer: SessionTracer | undefined, session: TracedSession) {
    this.#tracer = tracer;
    this.#session = session;
  }

  /** The W3C header of the present turn, by which calls of tools become its children. */
  get traceparent(): string | undefined {
    const context = this.#turn?.spanContext();
    if (context === undefined) return undefined;
    return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
  }

  turnBegan(turn: number): void {
    this.#guard(() => {
      this.#root ??= this.#start('session', spanKinds.internal, {});
      this.#turn?.end();
      const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'helve.turn': turn };
      this.#turn = this.#start('invoke_agent', spanKinds.internal, attributes, this.#root);
    });
  }

  turnEnded(reason: TurnEnd, { inputTokens, outputTokens, cost, calls }: Totals): void {
    this.#guard(() => {
      this.#endRequest({}, failures.has(reason) ? reason : undefined);
      const usage = { 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens };
      this.#turn?.setAttributes({ ...usage, 'helve.reason': reason, 'helve.calls': calls, 'helve.cost': cost });
      if (failures.has(reason)) fail(this.#turn, reason);
      this.#turn?.end();
      this.#turn = undefined;
    });
  }

  /** The model is asked. */
  asked(): void {
    this.#guard(() => {
      if (this.#tracer !== undefined && this.#request === undefined) this.#begin(this.#session.model, {});
    });
  }

  /** Takes note of what a provider sends. */
  take(event: TransportEvent): void {
    if (this.#tracer === undefined) return;
    switch (event.type) {
      case 'text':
      case 'reasoning':
      case 'call_delta':
      case 'call':
        return this.#first('gen_ai.response.time_to_first_chunk');
      case 'audio':
        this.#first('gen_ai.response.time_to_first_chunk');
        return this.#first('helve.time_to_first_audio');
      case 'usage':
        return this.#guard(() => this.#use(event));
      case 'retry':
        return this.#guard(() => this.#retry(event));
      case 'step_end': {
        const failure = event.reason === 'failed' ? event.reason : undefined;
        return this.#guard(() => this.#endRequest({ 'gen_ai.response.finish_reasons': [event.reason] }, failure));
      }
      default:
    }
  }

  close(): void {
    this.#guard(() => {
      this.#endRequest({}, undefined);
      this.#turn?.end();
      this.#root?.end();
      this.#turn = this.#root = undefined;
    });
  }

  /** Begins the span of one request. */
  #begin(model: string | undefined, more: SpanAttributes): void {
    const attributes = {
      'gen_ai.operation.name': 'chat',
      ...(model === undefined ? {} : { 'gen_ai.request.model': model }),
      ...more,
    };
    const name = model === undefined ? 'chat' : `chat ${model}`;
    const span = this.#start(name, spanKinds.client, attributes, this.#turn);
    if (span !== undefined) this.#request = { span, beganMs: performance.now(), seen: new Set() };
  }

  /** Ends the span of a request that failed, and begins that of the one in its place. */
  #retry({ attempt, waitMs, model = this.#session.model }: Extract<TransportEvent, { readonly type: 'retry' }>): void {
    if (this.#request === undefined) return;
    this.#endRequest({ 'helve.delay_ms': waitMs }, 'retried');
    this.#begin(model, { 'helve.attempt': attempt + 1 });
  }

  #start(name: string, kind: number, attributes: SpanAttributes, parent?: SessionSpan): SessionSpan | undefined {
    const { id, mode } = this.#session;
    const common = {
      'gen_ai.conversation.id': id,
      'gen_ai.provider.name': this.#session.provider(),
      'helve.mode': mode,
      ...attributes,
    };
    return this.#tracer?.startSpan(
      name,
      { kind, attributes: common },
      parent === undefined ? undefined : within(parent),
    );
  }

  /** Notes, in seconds, when something came for the first time. */
  #first(attribute: string): void {
    this.#guard(() => {
      const request = this.#request;
      if (request === undefined || request.seen.has(attribute)) return;
      request.seen.add(attribute);
      request.span.setAttributes({ [attribute]: (performance.now() - request.beganMs) / 1_000 });
    });
  }

  #use({ inputTokens, outputTokens, model }: Extract<TransportEvent, { readonly type: 'usage' }>): void {
    this.#request?.span.setAttributes({
      'gen_ai.usage.input_tokens': inputTokens,
      'gen_ai.usage.output_tokens': outputTokens,
      ...(model === undefined ? {} : { 'gen_ai.response.model': model }),
    });
  }

  #endRequest(attributes: SpanAttributes, failure: string | undefined): void {
    const span = this.#request?.span;
    this.#request = undefined;
    if (span === undefined) return;
    span.setAttributes(attributes);
    if (failure !== undefined) fail(span, failure);
    span.end();
  }

  #guard(act: () => void): void {
    if (this.#tracer === undefined) return;
    try {
      act();
    } catch (thrown) {
      this.#session.report(thrown);
    }
  }
}

function fail(span: SessionSpan | undefined, type: string): void {
  span?.setAttributes({ 'error.type': type });
  span?.setStatus({ code: failedStatus, message: type });
}
