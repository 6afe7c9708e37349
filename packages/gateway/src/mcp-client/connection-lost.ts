/** The way to a server broke, before or within an answer: the next request needs a new one. */
export class ConnectionLost extends Error {
  override readonly name = 'LineBroken';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
