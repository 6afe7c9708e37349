import { isToolError, visibleText } from '@helve/core';

/** Something thrown by code that is not ours: what it says, and where it was, on one line that nothing in it can end. */
export function describeThrown(thrown: unknown): string {
  const place = thrown instanceof Error ? firstPlace(thrown) : undefined;
  return visibleText(`${describe(thrown)}${place === undefined ? '' : ` (${place})`}`);
}

/** The place in the author's code that threw, as `file:line:column`. */
function firstPlace({ stack = '', message }: Error): string | undefined {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  for (const frame of frames) {
    const place = /\(?((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*:\d+:\d+)\)?\s*$/.exec(frame)?.[1];
    if (place !== undefined && !place.includes('/node_modules/')) return place.replace(/^file:\/\/(?=\/)/, '');
  }
  return undefined;
}

function describe(thrown: unknown): string {
  if (isToolError(thrown)) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
