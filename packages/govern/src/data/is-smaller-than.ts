import { isPlainObject } from '@helve/core';

/** Maximum number of visited values before it is cheaper to write them out. */
const maxValues = 200;
/** Maximum bytes of an escaped character, of a number, and of a word such as `false`, or quotes, with a comma. */
const charBytes = 6;
const numberBytes = 26;
const frameBytes = 6;

/**
 * True when the JSON of a value certainly fits into a number of bytes, found without writing it. False decides nothing:
 * the value may be large, or only writing it may tell.
 */
export function isSmallerThan(value: unknown, maxBytes: number): boolean {
  const room = { bytes: maxBytes, values: maxValues };
  try {
    spend(value, room);
  } catch {
    // A custom getter threw.
    return false;
  }
  return room.bytes >= 0;
}

interface Room {
  /** Negative once it is used up. */
  bytes: number;
  values: number;
}

function spend(value: unknown, room: Room): void {
  room.bytes -= frameBytes;
  room.values -= 1;
  if (room.values < 0) room.bytes = -1;
  if (room.bytes < 0) return;
  if (typeof value === 'string') room.bytes -= value.length * charBytes;
  else if (typeof value === 'number') room.bytes -= numberBytes;
  else if (typeof value === 'object' && value !== null) spendMembers(value, room);
  else if (typeof value === 'bigint' || typeof value === 'function') room.bytes = -1;
}

function spendMembers(value: object, room: Room): void {
  // Only writing tells what a class or a `toJSON` becomes.
  if ('toJSON' in value) room.bytes = -1;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && room.bytes >= 0; index += 1) spend(value[index], room);
    return;
  }
  if (!isPlainObject(value)) room.bytes = -1;
  for (const name in value) {
    if (room.bytes < 0) return;
    room.bytes -= name.length * charBytes + frameBytes;
    spend(value[name as keyof typeof value], room);
  }
}
