import type { Transport } from '../../contract/transport.js';
import type { FixtureCall } from '../fixture/wire-fixture.js';
import type { WireMessage, WirePeer } from '../wire-peer.js';
import { startWireServer, type WireServer } from '../wire-server.js';

/** The next answer of the model: calls, or pieces of speech; an open one is not finished. */
export type LiveAnswer = { readonly calls: readonly FixtureCall[] } | { readonly speech: number; readonly open?: true };

/** A request of the client, in terms common to vendors. */
export interface ClientAct {
  readonly setup?: true;
  /** The client wants the model to speak. */
  readonly asks?: true;
  /** The client has stopped the answer. */
  readonly stops?: true;
  /** Calls that got their answer. */
  readonly answers?: readonly { readonly id: string; readonly text: string; readonly goesOn: boolean }[];
  /** Everything else that the model learns in words. */
  readonly words?: string;
}

/** One vendor's wire. */
export interface LiveDialect {
  readonly name: string;
  connect(server: WireServer): Transport;
  read(message: WireMessage): ClientAct;
  ready(): readonly unknown[];
  begin(): readonly unknown[];
  audio(data: string): readonly unknown[];
  calls(calls: readonly FixtureCall[]): readonly unknown[];
  end(): readonly unknown[];
  /** The person speaks: what is being said ends, and the provider may take calls back. */
  interrupt(state: { readonly speaking: boolean; readonly open: readonly string[] }): {
    readonly events: readonly unknown[];
    readonly takenBack: readonly string[];
  };
  stopped(): readonly unknown[];
  heard(text: string): readonly unknown[];
  goAway(): readonly unknown[] | undefined;
}

/** 100 ms of sound at 24 kHz, 16 bit, that is like no other piece. */
function toPiece(number: number): string {
  const bytes = Buffer.alloc(4_800);
  bytes.writeUInt32LE(number);
  return bytes.toString('base64');
}

/** A model behind one vendor's wire, over any number of connections. */
export class LiveServer {
  readonly dialect: LiveDialect;
  readonly wire: WireServer;
  /** Answers by the ids of their calls: one list for each connection. */
  readonly answers: Map<string, string[]>[] = [];
  readonly words: string[] = [];
  readonly takenBack = new Set<string>();
  /** Pieces of audio that were sent while there was a connection. */
  readonly audioSent: string[] = [];
  /** Every message of the client, of all connections. */
  readonly received: WireMessage[] = [];
  connections = 0;
  /** Ends the connection after so many messages, once. */
  cutAfter = Number.POSITIVE_INFINITY;
  /** True to end it without a goodbye. */
  cutsHard = false;
  readonly #next: LiveAnswer[] = [];
  #open: string[] = [];
  #speaking = false;
  #sent = 0;
  #peer: WirePeer | undefined;

  private constructor(dialect: LiveDialect, wire: WireServer) {
    this.dialect = dialect;
    this.wire = wire;
    this.#accept();
  }

  static async start(dialect: LiveDialect): Promise<LiveServer> {
    return new LiveServer(dialect, await startWireServer());
  }

  get messages(): number {
    return this.#sent;
  }

  plan(...answers: readonly LiveAnswer[]): void {
    this.#next.push(...answers);
  }

  interrupt(): void {
    const { events, takenBack } = this.dialect.interrupt({ speaking: this.#speaking, open: this.#open });
    for (const id of takenBack) this.takenBack.add(id);
    this.#open = this.#open.filter((id) => !takenBack.includes(id));
    this.#speaking = false;
    this.#send(...events);
  }

  goAway(): boolean {
    const events = this.dialect.goAway();
    if (events !== undefined) this.#send(...events);
    return events !== undefined;
  }

  cut(): void {
    this.#peer?.close();
  }

  send(...events: readonly unknown[]): void {
    this.#send(...events);
  }

  #accept(): void {
    void this.wire.nextPeer().then((peer) => {
      this.#peer = peer;
      this.connections += 1;
      const answers = new Map<string, string[]>();
      this.answers.push(answers);
      this.#open = [];
      this.#speaking = false;
      peer.onMessage((message) => void this.received.push(message));
      peer.onMessage((message) => this.#take(this.dialect.read(message), answers));
      this.#accept();
    });
  }

  #take({ setup, asks, stops, answers = [], words }: ClientAct, known: Map<string, string[]>): void {
    if (setup === true) this.#send(...this.dialect.ready());
    if (words !== undefined) this.words.push(words);
    for (const { id, text, goesOn } of answers) {
      if (goesOn) continue;
      known.set(id, [...(known.get(id) ?? []), text]);
      this.#open = this.#open.filter((open) => open !== id);
    }
    if (stops === true && this.#speaking) {
      this.#speaking = false;
      this.#send(...this.dialect.stopped());
    }
    if (asks === true) this.#answer(this.#next.shift() ?? { speech: 2 });
  }

  #answer(answer: LiveAnswer): void {
    this.#send(...this.dialect.begin());
    if ('calls' in answer) return this.#call(answer);
    this.#speaking = true;
    for (let count = 0; count < answer.speech; count += 1) {
      const piece = toPiece(this.#sent);
      this.#send(...this.dialect.audio(piece));
      if (this.#peer !== undefined) this.audioSent.push(piece);
    }
    if (answer.open === true) return;
    this.#speaking = false;
    this.#send(...this.dialect.end());
  }

  /** Calls tools; calls that a cut connection has swallowed are made again. */
  #call(answer: Extract<LiveAnswer, { readonly calls: unknown }>): void {
    const events = this.dialect.calls(answer.calls);
    const decisive = events.findIndex((event) => /"toolCall"|"response.done"/.test(JSON.stringify(event)));
    for (const [at, event] of events.entries()) {
      this.#send(event);
      if (this.#peer === undefined && at <= decisive) return void this.#next.unshift(answer);
      if (at === decisive) this.#open.push(...answer.calls.map(({ id }) => id));
    }
    if (this.#peer === undefined) this.#open = [];
  }

  #send(...events: readonly unknown[]): void {
    for (const event of events) {
      if (this.#sent === this.cutAfter) {
        if (this.cutsHard) this.#peer?.reset();
        else this.#peer?.close();
        this.#sent += 1;
        this.#peer = undefined;
      }
      if (this.#peer === undefined) return;
      this.#sent += 1;
      this.#peer.send(event);
    }
  }
}
