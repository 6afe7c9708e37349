import { openMicrophone } from './microphone.js';
import { Speaker } from './speaker.js';
import { addEvent, type TalkLine } from './talk-lines.js';
import { openVoiceSocket, type VoiceEvent } from './voice-socket.js';

export interface TalkState {
  readonly status: 'off' | 'connecting' | 'on';
  readonly model: string;
  readonly lines: readonly TalkLine[];
}

/**
 * A conversation by voice:
 *
 *     microphone ─▶ socket ─▶ events ─┬─▶ lines
 *                                     └─▶ speaker ─ played ─▶ socket
 */
export class Talk {
  #state: TalkState = { status: 'off', model: '', lines: [] };
  readonly #listeners = new Set<() => void>();
  #socket: WebSocket | undefined;
  #speaker: Speaker | undefined;
  #stopMicrophone: (() => void) | undefined;
  /** The conversation to go on with after a break. */
  #session: string | undefined;
  #holdsButton = false;
  #needsButton = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): TalkState => this.#state;

  /** Begins to talk, or goes on; the microphone is asked for first, so that nothing is opened without it. */
  async start(pushToTalk: boolean): Promise<void> {
    if (this.#state.status !== 'off') return;
    this.#change({ status: 'connecting' });
    this.#needsButton = pushToTalk;
    try {
      this.#stopMicrophone = await openMicrophone((piece) => {
        if (!this.#needsButton || this.#holdsButton) this.#send({ type: 'audio', ...piece });
      });
    } catch {
      this.#note('The microphone is not available: allow it for this page, and try again');
      return this.stop();
    }
    this.#speaker = new Speaker((itemId, playedMs) =>
      this.#send({ type: 'played', playedMs, ...(itemId === undefined ? {} : { itemId }) }),
    );
    this.#connect(pushToTalk);
  }

  say(text: string): void {
    this.#send({ type: 'text', text });
    this.#change({ lines: [...this.#state.lines, { who: 'You', text }] });
  }

  interrupt(): void {
    this.#send({ type: 'interrupt' });
  }

  /** Holds the button to talk, or lets go of it. */
  hold(holds: boolean): void {
    if (this.#holdsButton === holds) return;
    this.#holdsButton = holds;
    this.#send({ type: 'talk', state: holds ? 'start' : 'end' });
  }

  /** Answers a question of a running tool; without content, the person does not want to. */
  answer(question: string, content?: unknown): void {
    this.#send({ type: 'answer', question, ...(content === undefined ? {} : { content }) });
  }

  /** Goes on after an approval was decided. */
  confirm(approval: string): void {
    this.#send({ type: 'confirm', approval });
  }

  stop(): void {
    this.#send({ type: 'end' });
    this.#session = undefined;
    this.#hangUp();
  }

  #connect(pushToTalk: boolean): void {
    const socket = (this.#socket = openVoiceSocket());
    const session = this.#session;
    socket.addEventListener('open', () => {
      this.#send({ type: 'start', pushToTalk, ...(session === undefined ? {} : { session }) });
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (this.#socket === socket) this.#receive(JSON.parse(data) as VoiceEvent);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket) return;
      if (this.#state.status === 'connecting') {
        this.#session = undefined;
        this.#note('The server does not answer by voice: sign in, or open the address that `helve serve` printed');
      } else if (code !== 1000) this.#note('The line broke: talk again to go on');
      this.#hangUp();
    });
  }

  #receive(event: VoiceEvent): void {
    if (event.type === 'ready') {
      this.#session = event.session;
      return this.#change({ status: 'on', model: event.model });
    }
    if (event.type === 'audio') return this.#speaker?.play(event);
    if (event.type === 'interrupted') this.#speaker?.silence();
    this.#change({ lines: addEvent(this.#state.lines, event) });
  }

  #hangUp(): void {
    this.#socket?.close();
    this.#stopMicrophone?.();
    this.#speaker?.close();
    this.#socket = this.#stopMicrophone = this.#speaker = undefined;
    this.#holdsButton = false;
    this.#change({ status: 'off' });
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #note(text: string): void {
    this.#change({ lines: [...this.#state.lines, { who: 'Note', text }] });
  }

  #change(change: Partial<TalkState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
