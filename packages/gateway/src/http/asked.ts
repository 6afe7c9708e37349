import type { IncomingMessage } from 'node:http';

/** A request as the server of this process has it: at a small part of the price of a `Request`, which most never need. */
export class IncomingRequest {
  readonly incoming: IncomingMessage;
  readonly method: string;

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming;
    this.method = incoming.method ?? '';
  }

  get url(): string {
    return `http://${this.incoming.headers.host}${this.incoming.url}`;
  }

  /** The same for who asks for a `Request`; its body stays with the server. */
  toRequest(): Request {
    const headers = new Headers();
    const { rawHeaders } = this.incoming;
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    return new Request(this.url, { method: this.method, headers });
  }
}

/** What somebody asks of the door, however it came here. */
export type Asked = Request | IncomingRequest;

export function toRequest(asked: Asked): Request {
  return asked instanceof IncomingRequest ? asked.toRequest() : asked;
}
