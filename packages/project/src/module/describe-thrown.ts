import { isToolError, visibleText } from '@helve/core';

/** Something thrown by code that is not ours: what it says, and where it was, on one line that nothing in it can end. */
export function describeThrown(thrown: unknown): string {
  // An error with a code says by itself what is wrong.
  const place = thrown instanceof Error && !isToolError(thrown) ? firstPlace(thrown) : undefined;
  return visibleText(`${describe(thrown)}${place === undefined ? '' : ` (${place})`}`);
}

/** The place in the author's code that threw, as `file:line:column`. */
function firstPlace({ stack = '', message }: Error): string | undefined {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  for (const frame of frames) {
    const place = /\(?((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*:\d+:\d+)\)?\s*$/.exec(frame)?.[1];
    if (place !== undefined && !isForeign(place)) return place.replace(/^file:\/\/(?=\/)/, '');
  }
  return undefined;
}

/** The folder of the packages of Helve: also one that is linked, so that it is in no `node_modules`. */
const ownFolder = import.meta.dirname.replace(/[\\/]project[\\/](?:src|dist)(?:[\\/].*)?$/, '');

function isForeign(place: string): boolean {
  return place.includes('/node_modules/') || place.includes(`${ownFolder}/`);
}

function describe(thrown: unknown): string {
  if (isToolError(thrown)) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
