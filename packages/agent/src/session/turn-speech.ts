import type { TurnEventBody } from '../contract/session-event.js';
import type { Utterance } from '../contract/session-store.js';
import type { TransportEvent } from '../contract/transport.js';
import type { Counts } from './memory/session-state.js';
import type { SessionCore } from './session-core.js';
import { toProblem } from './to-problem.js';

/** Events that neither call a tool nor end anything. */
export type SpeechEvent = Extract<
  TransportEvent,
  { readonly type: 'text' | 'reasoning' | 'call_delta' | 'audio' | 'transcript' | 'usage' | 'retry' | 'loss' | 'error' }
>;

type Transcript = Extract<TransportEvent, { readonly type: 'transcript' }>;

/** Everything that is said in a turn: passed on as it comes, and kept for the transcript. */
export class TurnSpeech {
  readonly #core: SessionCore;
  readonly #turn: number;
  readonly #counts: Counts;
  readonly #spoken: Utterance[] = [];
  /** Transcripts that are not final yet. */
  readonly #partial = { user: '', model: '' };
  #modelText = '';
  #stepStart = 0;
  /** The latest texts of the person, for the selection of tools. */
  userTexts: readonly string[];

  constructor(core: SessionCore, turn: number, counts: Counts, userTexts: readonly string[]) {
    this.#core = core;
    this.#turn = turn;
    this.#counts = counts;
    this.userTexts = userTexts;
  }

  /** The utterances of this turn so far, the person's first: a transcript of their voice may come late. */
  get spoken(): readonly Utterance[] {
    return this.#spoken.toSorted((a, b) => Number(a.role === 'model') - Number(b.role === 'model'));
  }

  /** Keeps what the person wrote. */
  write(text: string): void {
    this.#say('user', text);
  }

  beginStep(): void {
    this.#stepStart = this.#modelText.length;
  }

  /** Text that the model has written in this step. */
  get stepText(): string {
    return this.#modelText.slice(this.#stepStart);
  }

  /** Keeps the final answer of a turn that wants one by schema. */
  answer(text: string): void {
    this.#modelText += text;
  }

  take(event: SpeechEvent): void {
    const { controller, emit } = this.#core;
    switch (event.type) {
      case 'text':
        this.#modelText += event.text;
        return emit(event);
      case 'reasoning':
        return emit(event);
      case 'call_delta':
        return this.#writeCall(event);
      case 'audio':
        return controller.get('suppressAudio') === true ? undefined : emit(event);
      case 'transcript':
        return this.#transcribe(event);
      case 'usage':
        return this.#core.spending.add(this.#counts, event);
      case 'retry':
        return emit(retryWarning(event));
      case 'loss':
        return emit({ type: 'warning', code: 'AGENT_LOSS', message: event.note, details: { what: event.what } });
      case 'error':
        return emit({ type: 'error', error: toProblem(event.error) });
    }
  }

  /** Completes the transcripts that the provider has left without an end. */
  finish(): void {
    for (const role of ['user', 'model'] as const) {
      const text = this.#partial[role];
      if (text !== '') this.#transcribe({ type: 'transcript', role, text, final: true });
    }
    this.#say('model', this.#modelText);
    this.#modelText = '';
  }

  /** Passes on a piece of the arguments that the model writes; the call itself comes when it is complete. */
  #writeCall({ id: callId, name, delta }: Extract<TransportEvent, { readonly type: 'call_delta' }>): void {
    this.#core.emit({ type: 'tool_input_delta', callId, tool: this.#core.toolbox.idOf(name) ?? name, delta });
  }

  #transcribe(event: Transcript): void {
    const { role, text, final } = event;
    this.#partial[role] = final ? '' : this.#partial[role] + text;
    if (final) this.#say(role, text);
    if (role === 'user' && final) this.userTexts = [...this.userTexts, text];
    if (this.#core.controller.get('suppressTranscript') !== true) this.#core.emit(event);
  }

  #say(role: 'user' | 'model', text: string): void {
    if (text !== '') this.#spoken.push({ turn: this.#turn, role, text });
  }
}

function retryWarning({ attempt, waitMs, reason, model }: Extract<TransportEvent, { type: 'retry' }>): TurnEventBody {
  const next = model === undefined ? `asking again in ${Math.round(waitMs)} ms` : `asking ${model} instead`;
  const details = { attempt, waitMs, ...(model === undefined ? {} : { model }) };
  return { type: 'warning', code: 'AGENT_RETRY', message: `${reason}: ${next}`, details };
}
