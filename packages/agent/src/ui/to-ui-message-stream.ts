import type { TurnEnd, TurnEvent } from '../contract/session-event.js';
import type { UiFinishReason, UiMessageChunk } from './ui-message-chunk.js';

const finishReasons: Partial<Readonly<Record<TurnEnd, UiFinishReason>>> = Object.freeze({
  done: 'stop',
  length: 'length',
  filtered: 'content-filter',
  refusal: 'content-filter',
  'caller-answers': 'tool-calls',
  failed: 'error',
  'model-error': 'error',
  'output-invalid': 'error',
});

export interface UiStreamOptions {
  /** Ids of calls that the interface shows already, such as those that waited for a person. */
  readonly shown?: readonly string[];
}

/** Converts the events of a turn to the chunks that chat interfaces such as `useChat` read. */
export async function* toUiMessageStream(
  events: AsyncIterable<TurnEvent>,
  { shown = [] }: UiStreamOptions = {},
): AsyncGenerator<UiMessageChunk> {
  const message = new UiMessage(shown);
  yield { type: 'start' };
  for await (const event of events) yield* message.take(event);
}

type Spoken = 'text' | 'reasoning';
type Result = Extract<TurnEvent, { readonly type: 'tool_result' }>;

/** The message that is being written: which part is open, and what is known of each call. */
class UiMessage {
  #part: { readonly kind: Spoken; readonly id: string } | undefined;
  #parts = 0;
  #isInStep = false;
  /** True when the calls of the step have their results: what follows is of the next step. */
  #isAnswered = false;
  /** Calls whose input is in the message. */
  readonly #shown: Set<string>;
  readonly #begun: Set<string>;
  readonly #asked = new Set<string>();
  readonly #outputs = new Map<string, unknown>();

  constructor(shown: readonly string[]) {
    this.#shown = new Set(shown);
    this.#begun = new Set(shown);
  }

  *take(event: TurnEvent): Generator<UiMessageChunk> {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return yield* this.#say(event.type, event.text);
      case 'tool_input_delta':
        yield* this.#begin(event.callId, event.tool);
        if (event.delta !== '')
          yield { type: 'tool-input-delta', toolCallId: event.callId, inputTextDelta: event.delta };
        return;
      case 'tool_call_started':
      case 'caller_call':
        return yield* this.#call(event.callId, event.tool, event.input);
      case 'tool_chunk':
        return yield this.#grow(event.callId, event.chunk);
      case 'tool_result':
        return yield* this.#result(event);
      case 'confirmation_required': {
        const { callId: toolCallId, request, approvalId = '' } = event;
        this.#asked.add(toolCallId);
        return yield { type: 'tool-approval-request', toolCallId, approvalId: request.token || approvalId };
      }
      case 'tools_complete':
        this.#isAnswered = true;
        return;
      case 'tool_progress':
      case 'tool_say':
      case 'question':
      case 'warning':
      case 'session_ending': {
        const { type, seq: _, turn: __, ...data } = event;
        return yield {
          type: `data-${type.replaceAll('_', '-')}`,
          data,
          ...(type === 'question' ? {} : { transient: true }),
        };
      }
      case 'output':
        return yield { type: 'data-output', data: event.value };
      case 'error':
        return yield { type: 'error', errorText: event.error.message };
      case 'turn_end':
        return yield* this.#end(event.reason);
      default:
    }
  }

  *#say(kind: Spoken, delta: string): Generator<UiMessageChunk> {
    yield* this.#step();
    if (this.#part?.kind !== kind) {
      yield* this.#closePart();
      this.#part = { kind, id: `${kind}_${(this.#parts += 1)}` };
      yield { type: `${kind}-start`, id: this.#part.id };
    }
    yield { type: `${kind}-delta`, id: this.#part.id, delta };
  }

  *#begin(toolCallId: string, toolName: string): Generator<UiMessageChunk> {
    if (this.#begun.has(toolCallId)) return;
    yield* this.#step();
    yield* this.#closePart();
    this.#begun.add(toolCallId);
    yield { type: 'tool-input-start', toolCallId, toolName, dynamic: true };
  }

  *#call(toolCallId: string, toolName: string, input: unknown): Generator<UiMessageChunk> {
    if (this.#shown.has(toolCallId)) return;
    this.#shown.add(toolCallId);
    yield* this.#begin(toolCallId, toolName);
    yield { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true };
  }

  /** Shows what a tool has put out so far: its texts joined, anything else as a list. */
  #grow(toolCallId: string, chunk: unknown): UiMessageChunk {
    const before = this.#outputs.get(toolCallId);
    const isText = typeof chunk === 'string' && (before === undefined || typeof before === 'string');
    const list = before === undefined ? [] : Array.isArray(before) ? before : [before];
    const output: unknown = isText ? `${before ?? ''}${chunk}` : [...list, chunk];
    this.#outputs.set(toolCallId, output);
    return { type: 'tool-output-available', toolCallId, output, preliminary: true, dynamic: true };
  }

  *#result({ callId: toolCallId, tool, response }: Result): Generator<UiMessageChunk> {
    if (response.ok) {
      yield* this.#known(toolCallId, tool);
      return yield { type: 'tool-output-available', toolCallId, output: response.data, dynamic: true };
    }
    // It waits for the person, and gets its output in a later turn.
    if (this.#asked.has(toolCallId) || response.error.type === 'CONFIRMATION_REQUIRED') return;
    yield* this.#known(toolCallId, tool);
    yield { type: 'tool-output-error', toolCallId, errorText: response.error.message, dynamic: true };
  }

  /** A call that never began has no input that could be shown; one of an earlier turn is known already. */
  *#known(toolCallId: string, tool: string): Generator<UiMessageChunk> {
    if (!this.#begun.has(toolCallId)) yield* this.#call(toolCallId, tool, {});
  }

  *#end(reason: TurnEnd): Generator<UiMessageChunk> {
    yield* this.#closePart();
    if (this.#isInStep) yield { type: 'finish-step' };
    if (reason === 'interrupted' || reason === 'closed') return yield { type: 'abort' };
    yield { type: 'finish', finishReason: finishReasons[reason] ?? 'other' };
  }

  *#step(): Generator<UiMessageChunk> {
    if (this.#isInStep && this.#isAnswered) {
      yield* this.#closePart();
      yield { type: 'finish-step' };
      this.#isInStep = false;
    }
    this.#isAnswered = false;
    if (!this.#isInStep) yield { type: 'start-step' };
    this.#isInStep = true;
  }

  *#closePart(): Generator<UiMessageChunk> {
    if (this.#part !== undefined) yield { type: `${this.#part.kind}-end`, id: this.#part.id };
    this.#part = undefined;
  }
}
