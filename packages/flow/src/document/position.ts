/** Position in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Positions of the values of a document, by JSON pointer. */
export type Positions = ReadonlyMap<string, Position>;

/** The place of a value, or of the nearest thing around it. */
export function findPosition(positions: Positions, pointer: string): Position | undefined {
  for (let at: string | undefined = pointer; at !== undefined; at = parentPointer(at)) {
    const position = positions.get(at);
    if (position !== undefined) return position;
  }
  return undefined;
}

/** The pointer to the container of a value; undefined at the top. */
function parentPointer(pointer: string): string | undefined {
  return pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'));
}
