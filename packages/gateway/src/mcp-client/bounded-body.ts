/** As much as an answer, or one event in a stream of them, may hold: whoever sends more means to fill the memory. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Passes a body on until it outgrows what may be held of it at once. */
export async function* boundedBody(body: AsyncIterable<Uint8Array>, isEvents: boolean): AsyncGenerator<Uint8Array> {
  let held = 0;
  for await (const chunk of body) {
    const end = isEvents ? endOfEvents(chunk) : 0;
    held = end === 0 ? held + chunk.length : chunk.length - end;
    if (held > maxAnswerBytes) throw new Error(`its answer is larger than ${maxAnswerBytes} bytes`);
    yield chunk;
  }
}

const eventEnds = ['\n\n', '\r\n\r\n', '\r\r'] as const;

/** Finds the end of the last complete event in a chunk; 0 when there is none. */
function endOfEvents(chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(...eventEnds.map((end) => (bytes.includes(end) ? bytes.lastIndexOf(end) + end.length : 0)));
}
