import type { TurnEvent } from '@helve/agent';
import { settleApproval } from '../api/settle-approval.js';
import { identifyUser } from '../auth/identify-user.js';
import type { GatewaySettings } from '../gateway-settings.js';
import { watchKey } from '../http/end-when-refused.js';
import { toPortProblemBody } from '../http/problem.js';
import type { RequestContext } from '../http/route.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { UpgradedSocket } from '../http/upgraded-socket.js';
import type { Voice, Voices, VoiceStart } from '../port/voices.js';
import { invalid, readMessage, type VoiceMessage } from './read-message.js';
import { Throttle } from './throttle.js';

/** Everything that a line needs of its gateway. */
export interface LineParts {
  readonly context: Pick<RequestContext, 'request' | 'user'>;
  readonly voices: Voices;
  readonly settings: GatewaySettings;
  readonly calls: RunningCalls;
}

/** Codes with which a line ends (RFC 6455). */
const closing = Object.freeze({ done: 1000, away: 1001, refused: 1008, failed: 1011 });

/** Time within which a client has to begin. */
const START_MS = 10_000;
const PING_MS = 15_000;
/** Time without a turn after which a line ends. */
const IDLE_MS = 10 * 60_000;
/** Bytes that may wait for a slow reader before events have to wait, too: about a second of sound. */
const BUFFER_BYTES = 64 * 1024;

/**
 * One connection, and one conversation on it:
 *
 *     in    start ▸ audio · image · text · talk · played · interrupt · answer · confirm ▸ end
 *     out   ready ▸ every event of the session · problem
 */
export class VoiceLine {
  readonly #socket: UpgradedSocket;
  readonly #parts: LineParts;
  readonly #throttle: Throttle;
  readonly #gone = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #opening: Promise<Voice> | undefined;
  #charging: Promise<unknown> = Promise.resolve();
  #isAlive = true;
  #usedMs = performance.now();

  constructor(socket: UpgradedSocket, parts: LineParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#throttle = new Throttle(socket);
    socket.on('message', (data: Buffer, isBinary) => void this.#receive(data, isBinary));
    socket.on('pong', () => (this.#isAlive = true));
    // What broke the connection also closes it.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#left());
    this.#watch();
  }

  #watch(): void {
    const { settings, calls, context } = this.#parts;
    const { isStillKnown } = settings;
    const away = () => this.#end(closing.away, 'the server stops');
    const cut = () => this.#socket.terminate();
    calls.closing.addEventListener('abort', away);
    calls.ending.addEventListener('abort', cut);
    const refuse = () => this.#end(closing.refused, 'the key or token is no longer valid');
    const unwatch = isStillKnown === undefined ? () => {} : watchKey(() => isStillKnown(context.request), refuse);
    this.#timers.push(
      setTimeout(() => {
        if (this.#opening === undefined) this.#end(closing.refused, 'no "start" came');
      }, START_MS),
      setInterval(() => this.#ping(), PING_MS),
    );
    for (const timer of this.#timers) timer.unref();
    this.#gone.signal.addEventListener('abort', () => {
      calls.closing.removeEventListener('abort', away);
      calls.ending.removeEventListener('abort', cut);
      unwatch();
    });
  }

  #ping(): void {
    if (!this.#isAlive) return this.#socket.terminate();
    if (performance.now() - this.#usedMs > IDLE_MS) return this.#end(closing.done, 'nobody has spoken');
    this.#isAlive = false;
    this.#socket.ping();
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    if (this.#gone.signal.aborted) return;
    this.#throttle.take(data.byteLength);
    let message: VoiceMessage;
    try {
      if (isBinary) throw invalid('it is binary');
      message = readMessage(data.toString('utf8'));
      if (message.type === 'start' && this.#opening !== undefined) throw invalid('the conversation has begun already');
      if (message.type !== 'start' && this.#opening === undefined) throw invalid('"start" comes first');
    } catch (thrown) {
      return this.#refuse(thrown);
    }
    try {
      if (message.type === 'start') await this.#start(toStart(message));
      else await this.#act(message);
    } catch (thrown) {
      this.#tell({ type: 'problem', problem: this.#toProblem(thrown) });
    }
  }

  async #start(start: VoiceStart): Promise<void> {
    const { voices, context } = this.#parts;
    const opening = (this.#opening = voices.open(context.user, start));
    let voice: Voice;
    try {
      voice = await opening;
    } catch (thrown) {
      return this.#refuse(thrown);
    }
    if (this.#gone.signal.aborted) return;
    this.#tell({ type: 'ready', session: voice.id, model: voice.model });
    try {
      for await (const event of voice.session.attach()) await this.#pass(event);
      this.#end(closing.done, 'the conversation is over');
    } catch (thrown) {
      this.#refuse(thrown, closing.failed);
    }
  }

  async #act(message: Exclude<VoiceMessage, { type: 'start' }>): Promise<void> {
    const voice = await this.#opening;
    if (voice === undefined || this.#gone.signal.aborted) return;
    const { session } = voice;
    switch (message.type) {
      case 'audio': {
        const { data: audio, mimeType } = message;
        return session.send({ audio, ...(mimeType === undefined ? {} : { mimeType }) });
      }
      case 'image':
        return session.send({ media: [{ $media: message.mimeType, base64: message.data }] });
      case 'text':
        await this.#charge();
        return session.send({ text: message.text });
      case 'talk':
        return session.send({ activity: message.state });
      case 'played': {
        const { playedMs, itemId } = message;
        return session.reportPlayback({ playedMs, ...(itemId === undefined ? {} : { itemId }) });
      }
      case 'interrupt':
        // It means what was written before it.
        await this.#charging;
        return session.interrupt('the person interrupted');
      case 'answer': {
        const { question, content } = message;
        return session.answerQuestion(
          question,
          content === undefined ? { action: 'decline' } : { action: 'accept', content },
        );
      }
      case 'confirm':
        return this.#confirm(voice, message.approval);
      case 'end':
        return this.#end(closing.done, 'the client has ended the conversation');
    }
  }

  async #confirm({ session }: Voice, approval: string): Promise<void> {
    const { context, settings } = this.#parts;
    await this.#charge();
    const response = await settleApproval(context, approval, settings, this.#gone.signal);
    await session.resume(approval, response).done;
  }

  /** Counts what a client asks for in writing as a request of its user. */
  #charge(): Promise<unknown> {
    const { context, settings } = this.#parts;
    const charging = this.#charging.then(() => identifyUser(context.request, settings));
    this.#charging = charging.catch(() => undefined);
    return charging;
  }

  /** Sends an event, and waits while the client does not read. */
  async #pass(event: TurnEvent): Promise<void> {
    this.#usedMs = performance.now();
    this.#tell(event);
    while (this.#socket.bufferedAmount > BUFFER_BYTES && !this.#gone.signal.aborted) {
      await new Promise<void>((resolve) => setTimeout(resolve, 5));
    }
  }

  #tell(message: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #refuse(thrown: unknown, code: number = closing.refused): void {
    this.#tell({ type: 'problem', problem: this.#toProblem(thrown) });
    this.#end(code, 'see the problem');
  }

  #toProblem(thrown: unknown) {
    const { requestId, method, path } = this.#parts.context.request;
    return toPortProblemBody(thrown, requestId, (failure) =>
      this.#parts.settings.report(failure, { requestId, method, path }),
    );
  }

  #end(code: number, reason: string): void {
    this.#left();
    this.#socket.close(code, reason);
  }

  /** Ends the conversation with its connection: a person who hangs up interrupts what goes on. */
  #left(): void {
    if (this.#gone.signal.aborted) return;
    this.#gone.abort(new Error('The client hung up'));
    for (const timer of this.#timers) clearTimeout(timer);
    this.#opening?.then((voice) => voice.close()).catch((thrown: unknown) => this.#toProblem(thrown));
  }
}

function toStart({ model, session, pushToTalk }: VoiceStart): VoiceStart {
  return {
    ...(model === undefined ? {} : { model }),
    ...(session === undefined ? {} : { session }),
    ...(pushToTalk === undefined ? {} : { pushToTalk }),
  };
}
