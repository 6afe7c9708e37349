import type { ArtifactTool, ArtifactToolSource } from '@helve/core';

// Bytes, so that no search has to encode them again.
const OPENING = Buffer.from('\n  "tools": [\n');
const END_OF_TOOL = Buffer.from('\n    }');
const LINE_BREAK = 10;
const ID = /^ {4}\{\n {6}"toolId": "([a-z0-9_]+)",\n$/;

/** An artifact whose tools are still bytes. */
export interface SplitArtifact {
  /** The artifact with an empty list of tools. */
  readonly head: string;
  readonly tools: readonly ArtifactToolSource[];
}

/**
 * Finds the tools of an artifact without parsing them, so that a call of one does not wait for a thousand.
 *
 *     {
 *       "version": …,
 *       "tools": [
 *         {                      ← four spaces: a tool begins
 *           "toolId": "…",
 *           …                    ← deeper, and no line break can stand inside a JSON string
 *         },                     ← four spaces: it ends
 *
 * Returns `undefined` for a file with any other layout.
 */
export function splitTools(bytes: Buffer): SplitArtifact | undefined {
  const opening = bytes.indexOf(OPENING);
  if (opening === -1) return undefined;
  const tools: ArtifactToolSource[] = [];
  let start = opening + OPENING.length;
  for (;;) {
    const end = bytes.indexOf(END_OF_TOOL, start);
    const toolId = idAt(bytes, start);
    if (end === -1 || toolId === undefined) return undefined;
    tools.push(toSource(bytes, toolId, start, end + END_OF_TOOL.length));
    const after = bytes.toString('latin1', end + END_OF_TOOL.length, end + END_OF_TOOL.length + 4);
    start = end + END_OF_TOOL.length + 2;
    if (after === '\n  ]') break;
    if (!after.startsWith(',\n')) return undefined;
  }
  return { head: `${bytes.toString('utf8', 0, opening)}\n  "tools": [${bytes.toString('utf8', start)}`, tools };
}

function idAt(bytes: Buffer, start: number): string | undefined {
  const second = bytes.indexOf(LINE_BREAK, bytes.indexOf(LINE_BREAK, start) + 1);
  return ID.exec(bytes.toString('latin1', start, second + 1))?.[1];
}

function toSource(bytes: Buffer, toolId: string, start: number, end: number): ArtifactToolSource {
  let tool: ArtifactTool | undefined;
  // The build wrote these bytes: their digest is valid.
  return { toolId, read: () => (tool ??= JSON.parse(bytes.toString('utf8', start, end)) as ArtifactTool) };
}
