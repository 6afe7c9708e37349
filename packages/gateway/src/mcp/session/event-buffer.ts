import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** Limits of one session, so that many of them fit. */
const maxChars = 128 * 1024;
const maxEvents = 128;

/** Buffers the last messages of a session, for a client of an older version that comes back after it lost its connection. */
export function createEventBuffer(): EventStore {
  const buffer: Kept[] = [];
  let [count, chars] = [0, 0];
  const toStreamId = (id: string) => /^(.+)~\d+$/.exec(id)?.[1];
  return {
    async storeEvent(stream, message) {
      const size = JSON.stringify(message).length;
      const id = `${stream}~${(count += 1)}`;
      buffer.push({ id, stream, message, size });
      chars += size;
      while (buffer.length > maxEvents || chars > maxChars) chars -= buffer.shift()?.size ?? chars;
      return id;
    },
    getStreamIdForEventId: async (id) => toStreamId(id),
    async replayEventsAfter(lastId, { send }) {
      const stream = toStreamId(lastId) ?? '';
      const at = buffer.findIndex(({ id }) => id === lastId);
      // One that was put away before the rest of its stream: all that is left of it comes after.
      const rest = buffer.slice(at + 1).filter((event) => event.stream === stream);
      for (const { id, message } of rest) await send(id, message);
      return stream;
    },
  };
}
