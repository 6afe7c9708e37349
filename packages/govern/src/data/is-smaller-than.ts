import { isPlainObject } from '@helve/core';

/** How many values are looked at before it is cheaper to write them out. */
const maxValues = 200;
/** What a character needs at most, escaped; what a number needs; and a word such as `false`, or quotes, with a comma. */
const charBytes = 6;
const numberBytes = 26;
const frameBytes = 6;

/**
 * Whether the JSON of a value surely fits into so many bytes, told without writing it. False says nothing: the value may
 * be large, or something that only writing it shows.
 */
export function isSmallerThan(value: unknown, maxBytes: number): boolean {
  const room = { bytes: maxBytes, values: maxValues };
  try {
    spend(value, room);
  } catch {
    // A getter of somebody's own.
    return false;
  }
  return room.bytes >= 0;
}

interface Room {
  /** Below zero once it is used up. */
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
  // What a class or a `toJSON` makes of itself, only writing it shows.
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
