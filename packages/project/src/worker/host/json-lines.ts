import type { Socket } from 'node:net';
import { isPlainObject } from '@helve/core';
import { decodeValue, encodeValue } from '@helve/worker/host';
import { toPrintable } from '../to-printable.js';

/** A line that is longer comes from nobody who means well. */
const maxLength = 32 * 1024 * 1024;

/** Reads a JSON value from each line of a socket; closes the connection on anything else. */
export function readJsonLines(socket: Socket, onValue: (value: unknown) => void): void {
  let held = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    if (held.length > maxLength) return void socket.destroy();
    for (const line of lines) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        return void socket.destroy();
      }
      onValue(value);
    }
  });
}

/** Encodes what a capability gave or gets, so that bytes, dates and files arrive as what they were. */
export function encodedIn(message: unknown, key: string): unknown {
  if (!isPlainObject(message) || !Object.hasOwn(message, key)) return message;
  return { ...message, [key]: encodeValue(message[key], 'json').value };
}

export function decodedIn(message: unknown, key: string): unknown {
  if (!isPlainObject(message) || !Object.hasOwn(message, key)) return message;
  return { ...message, [key]: decodeValue(message[key]) };
}

/** Writes a value as a line; resolves when there is room for the next one, or nobody reads any more. */
export function writeJsonLine(socket: Socket, value: unknown): Promise<void> {
  if (socket.destroyed || socket.write(`${toPrintable(value)}\n`)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}
