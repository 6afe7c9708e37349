import { isPlainObject } from '@helve/core';
import type { Channel } from '../../wire/frame.js';
import type { RelaySocket, SocketMessage } from './relay-socket.js';

interface Kept {
  readonly text: string;
  readonly channel: Channel;
}

/** Messages after which the other side is told how many have arrived. */
const CONFIRM_EVERY = 32;
/** Characters after which it is told, too, so that large messages are not kept for long. */
const CONFIRM_SIZE = 1024 * 1024;
/** Longest time that arrived messages stay unconfirmed. */
const CONFIRM_MS = 250;

export interface LineEvents {
  /** Receives each message once, in order. */
  readonly onMessage: (message: unknown, text: string, channel: Channel) => void;
  /** The other side has left too much unconfirmed, or has sent what cannot be read. */
  readonly onBroken: (problem: string) => void;
}

/**
 * One line over any number of connections: both sides count messages, keep what is not confirmed, and send it again over
 * the next connection. Text messages are the main channel, binary ones the control channel.
 *
 *     send ─▶ kept ─▶ socket ╌╌ breaks ╌╌▶ next socket: what the other side has not counted comes again
 */
export class ResumableLine {
  readonly #maxKept: number;
  readonly #events: LineEvents;
  #socket: RelaySocket | undefined;
  #kept: Kept[] = [];
  #keptSize = 0;
  /** Number of messages that were confirmed and are no longer kept. */
  #confirmed = 0;
  #received = 0;
  #told = 0;
  #untold = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(maxKept: number, events: LineEvents) {
    this.#maxKept = maxKept;
    this.#events = events;
  }

  /** Number of messages that arrived. */
  get received(): number {
    return this.#received;
  }

  /** Characters that the other side has not confirmed. */
  get waiting(): number {
    return this.#keptSize;
  }

  send(text: string, channel: Channel): void {
    this.#kept.push({ text, channel });
    this.#keptSize += text.length;
    if (this.#keptSize > this.#maxKept) return this.#events.onBroken('the other side reads too slowly');
    this.#write(text, channel);
  }

  /** Continues over a connection whose other side has counted so many messages. */
  attach(socket: RelaySocket, counted: number): void {
    this.#socket = socket;
    this.#confirm(counted);
    for (const { text, channel } of this.#kept) this.#write(text, channel);
  }

  detach(): void {
    this.#socket = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  receive(data: SocketMessage, isBinary: boolean): void {
    const { text, message } = parseMessage(data);
    const counted = readConfirmation(message);
    if (counted !== undefined) return this.#confirm(counted);
    this.#received += 1;
    this.#untold += text.length;
    if (this.#received - this.#told >= CONFIRM_EVERY || this.#untold > CONFIRM_SIZE) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), CONFIRM_MS);
    this.#events.onMessage(message, text, isBinary ? 'control' : 'main');
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#told = this.#received;
    this.#untold = 0;
    this.#write(`{"confirmed":${this.#received}}`, 'main');
  }

  #confirm(counted: number): void {
    const gone = this.#kept.splice(0, Math.max(0, counted - this.#confirmed));
    for (const { text } of gone) this.#keptSize -= text.length;
    this.#confirmed += gone.length;
  }

  #write(text: string, channel: Channel): void {
    const isControl = channel === 'control';
    if (this.#socket?.readyState === 1) this.#socket.send(isControl ? Buffer.from(text) : text, { binary: isControl });
  }
}

function readConfirmation(message: unknown): number | undefined {
  if (!isPlainObject(message) || 'jsonrpc' in message) return undefined;
  const { confirmed } = message;
  return typeof confirmed === 'number' ? confirmed : undefined;
}

/** Reads a message; what is not JSON is undefined, and no frame either. */
export function parseMessage(data: SocketMessage): { readonly text: string; readonly message: unknown } {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
  const text = bytes.toString('utf8');
  try {
    return { text, message: JSON.parse(text) as unknown };
  } catch {
    return { text, message: undefined };
  }
}
