import type { TurnEvent } from '@helve/agent';

/** One event of a stream, as it came. */
export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: TurnEvent;
}

/** A turn that a client has read to its end. */
export interface ReadTurn {
  readonly sessionId: string;
  readonly frames: readonly Frame[];
  readonly events: readonly TurnEvent[];
}

/** A client of the text agent. */
export class TextClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
    });
  }

  chat(message: string, sessionId?: string): Promise<ReadTurn> {
    return this.turn('/api/chat', { message, sessionId });
  }

  async turn(path: string, body: unknown): Promise<ReadTurn> {
    const answer = await this.post(path, body);
    const frames = toFrames(await answer.text());
    return { sessionId: answer.headers.get('x-session-id') ?? '', frames, events: frames.map(({ data }) => data) };
  }
}

/** The first event of a type. */
export function find<Type extends TurnEvent['type']>(events: readonly TurnEvent[], type: Type) {
  return events.find((event): event is TurnEvent & { type: Type } => event.type === type);
}

/** Words of the model, in one piece. */
export function textOf(events: readonly TurnEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

function toFrames(stream: string): readonly Frame[] {
  const blocks = stream.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
  return blocks.map((block) => {
    const lines = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []);
    const { id = '', event = '', data = 'null' } = Object.fromEntries(lines) as Record<string, string>;
    return { id, event, data: JSON.parse(data) as TurnEvent };
  });
}
