import type { Readable, Writable } from 'node:stream';
import { isPlainObject } from '@helve/core';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { LineReader } from './line-reader.js';

/** Maximum size of one message. */
const maxMessageBytes = 10 * 1_048_576;

const notMessage = 'Cannot read a message: it is not a message of JSON-RPC';

/**
 * Creates a transport of one message per line. A line that is no message is answered with an error of JSON-RPC, and the
 * lines after it are read as always.
 */
export function createLineTransport(stdin: Readable, stdout: Writable): Transport {
  let isClosed = false;
  const refuse = (code: number, message: string) => {
    transport.onerror?.(new Error(message));
    write(stdout, { jsonrpc: '2.0', id: null, error: { code, message } }).catch(() => undefined);
  };
  const reader = new LineReader(maxMessageBytes, {
    onLine(line) {
      if (isClosed || line.trim() === '') return;
      const parsed = parse(line);
      if (parsed === undefined) refuse(ProtocolErrorCode.ParseError, 'Cannot read a message: it is not JSON');
      else if (isMessage(parsed.value)) transport.onmessage?.(parsed.value);
      // A response is never answered: two sides that refuse each other's errors would go on for ever.
      else if (isPlainObject(parsed.value) && !('method' in parsed.value)) transport.onerror?.(new Error(notMessage));
      else refuse(ProtocolErrorCode.InvalidRequest, notMessage);
    },
    onTooLong: () =>
      refuse(ProtocolErrorCode.InvalidRequest, `Cannot read a message: it has more than ${maxMessageBytes} bytes`),
  });
  const onData = (chunk: Buffer | string) => reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  const onInputError = (error: Error) => transport.onerror?.(error);
  const onOutputError = (error: Error) => {
    if (isClosed) return;
    transport.onerror?.(error);
    close();
  };
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    stdin.off('data', onData).off('error', onInputError).off('end', close).off('close', close);
    if (stdin.listenerCount('data') === 0) stdin.pause();
    // The listener of errors stays: what is written late to a client that has gone must not end the process.
    transport.onclose?.();
  };
  const transport: Transport = {
    async start() {
      stdout.on('error', onOutputError);
      if (stdin.readableEnded || stdin.destroyed) setImmediate(close);
      stdin.on('data', onData).on('error', onInputError).on('end', close).on('close', close);
    },
    send: (message) =>
      isClosed ? Promise.reject(new Error('Cannot send a message: the client has gone')) : write(stdout, message),
    async close() {
      close();
    },
  };
  return transport;
}

/** Resolves when the message has been passed on. */
function write(stdout: Writable, message: object): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(`${JSON.stringify(message)}\n`, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}

function parse(line: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    isJSONRPCRequest(value) ||
    isJSONRPCNotification(value) ||
    isJSONRPCResultResponse(value) ||
    isJSONRPCErrorResponse(value)
  );
}
