import type { CallFrame, CallParams, ChunkParams, Frame, ResultFrame } from './frame.js';

/** A frame exceeds the limit; it was not sent, and only its own call fails. */
export class FrameTooLargeError extends Error {
  readonly bytes: number;
  readonly maxBytes: number;

  constructor(bytes: number, maxBytes: number) {
    super(`Cannot send a frame of ${bytes} bytes: at most ${maxBytes} are allowed`);
    this.name = 'FrameTooLargeError';
    this.bytes = bytes;
    this.maxBytes = maxBytes;
  }
}

/** Serializes a frame to one line of JSON; throws when it is too long. */
export function toLine(frame: Frame, maxBytes: number): string {
  const line = write(frame);
  // A character takes at most three bytes, so that short lines need no counting.
  if (line.length * 3 > maxBytes) {
    const bytes = Buffer.byteLength(line);
    if (bytes > maxBytes) throw new FrameTooLargeError(bytes, maxBytes);
  }
  return line;
}

/** Serializes a frame; the frames of calls and chunks by hand, so that only the caller's values are traversed. */
function write(frame: Frame): string {
  if ('result' in frame) return writeResult(frame);
  if (!('method' in frame)) return JSON.stringify(frame);
  if (frame.method === 'call') return writeCall(frame);
  return frame.method === 'chunk' ? writeChunk(frame.params) : JSON.stringify(frame);
}

/** The id of the last chunk's call as JSON: chunks of one stream are consecutive. */
let last = { id: '', name: '""' };

function idText(id: string): string {
  if (id !== last.id) last = { id, name: JSON.stringify(id) };
  return last.name;
}

function writeChunk({ id, seq, value, bytes }: ChunkParams): string {
  const valueMember = value === undefined ? '' : `,"value":${JSON.stringify(value)}`;
  return `{"jsonrpc":"2.0","method":"chunk","params":{"id":${idText(id)},"seq":${seq}${valueMember},"bytes":${bytes}}}`;
}

function writeCall({ id, params }: CallFrame): string {
  const { op, action, task, method, args, named, envelope, deadlineMs, slot, epoch, credit } = params;
  const name = JSON.stringify(id);
  let text = `{"jsonrpc":"2.0","id":${name},"method":"call","params":{"op":"${op}"`;
  if (action !== undefined) text += `,"action":${JSON.stringify(action)}`;
  if (task !== undefined) text += `,"task":${JSON.stringify(task)}`;
  if (method !== undefined) text += `,"method":${JSON.stringify(method)}`;
  if (args !== undefined) text += `,"args":${JSON.stringify(args)}`;
  if (named !== undefined) text += `,"named":${JSON.stringify(named)}`;
  if (deadlineMs !== undefined) text += `,"deadlineMs":${deadlineMs}`;
  if (credit !== undefined) text += `,"credit":${JSON.stringify(credit)}`;
  const about = isBare(envelope) ? `{"callId":${name},"attempt":${envelope.attempt}}` : JSON.stringify(envelope);
  return `${text},"envelope":${about},"slot":${slot},"epoch":${epoch}}}`;
}

function writeResult({ id, result: { value, chunks, usage, durationMs } }: ResultFrame): string {
  let text = '';
  if (value !== undefined) text += `,"value":${JSON.stringify(value)}`;
  if (chunks !== undefined) text += `,"chunks":${chunks}`;
  if (usage !== undefined) text += `,"usage":${JSON.stringify(usage)}`;
  if (durationMs !== undefined) text += `,"durationMs":${durationMs}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${text.slice(1)}}}`;
}

/** True for an envelope with nothing but an id, the common case. */
export function isBare(envelope: CallParams['envelope']): boolean {
  for (const key in envelope) if (key !== 'callId' && key !== 'attempt') return false;
  return true;
}
