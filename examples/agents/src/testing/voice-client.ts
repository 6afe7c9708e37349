import type { TurnEvent } from '@helve/agent';
import { WebSocket } from 'ws';
import type { VoiceMessage } from '../voice-agent.js';

/** Message of a voice agent. */
export type Said = TurnEvent | { readonly type: 'started'; readonly sessionId: string };

/** A client of the voice agent that has called, and was answered. */
export class VoiceClient {
  readonly socket: WebSocket;
  readonly heard: Said[] = [];
  readonly closed: Promise<void>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('message', (data) => this.heard.push(JSON.parse(Buffer.concat([data as Buffer]).toString()) as Said));
  }

  static async call(url: string, origin?: string): Promise<VoiceClient> {
    const client = new VoiceClient(new WebSocket(url, origin === undefined ? {} : { origin }));
    await new Promise((resolve, reject) => client.socket.once('open', resolve).once('error', reject));
    client.send({ type: 'start' });
    await client.until('started');
    return client;
  }

  send(message: VoiceMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Everything heard, once this type was heard that often. */
  async until(type: Said['type'], count = 1): Promise<readonly Said[]> {
    while (this.heard.filter((event) => event.type === type).length < count) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.heard;
  }
}

/** Words of the model, by its transcript. */
export function spokenIn(heard: readonly Said[]): string {
  return heard.map((event) => (event.type === 'transcript' && event.role === 'model' ? event.text : '')).join('');
}

/** The results of calls. */
export function resultsIn(heard: readonly Said[]) {
  return heard.flatMap((event) => (event.type === 'tool_result' ? [event] : []));
}
