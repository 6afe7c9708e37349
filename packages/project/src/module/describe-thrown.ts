import { isToolError, visibleText } from '@helve/core';

/** Renders an error thrown by foreign code, with its message and location, as one line. */
export function describeThrown(thrown: unknown): string {
  // An error with a code says by itself what is wrong.
  const location = thrown instanceof Error && !isToolError(thrown) ? firstLocation(thrown) : undefined;
  return visibleText(`${describe(thrown)}${location === undefined ? '' : ` (${location})`}`);
}

/** Finds the location in the author's code that threw, as `file:line:column`. */
function firstLocation({ stack = '', message }: Error): string | undefined {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  for (const frame of frames) {
    const location = /\(?((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*:\d+:\d+)\)?\s*$/.exec(frame)?.[1];
    if (location !== undefined && !isForeign(location)) return location.replace(/^file:\/\/(?=\/)/, '');
  }
  return undefined;
}

/** The folder of the packages of Helve: also one that is linked, so that it is in no `node_modules`. */
const ownFolder = import.meta.dirname.replace(/[\\/]project[\\/](?:src|dist)(?:[\\/].*)?$/, '');

function isForeign(location: string): boolean {
  return location.includes('/node_modules/') || location.includes(`${ownFolder}/`);
}

function describe(thrown: unknown): string {
  if (isToolError(thrown)) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
