/** As much of a result of MCP as holds its value. */
export interface McpContent {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
}

/** Reads the value of an MCP result: its structured content, else its only text, else all its content. */
export function mcpValueOf({ structuredContent, content = [] }: McpContent): unknown {
  if (structuredContent !== undefined) return structuredContent;
  const [only] = content;
  return content.length === 1 && only?.type === 'text' ? only.text : content;
}

/** All that a result of MCP says in words. */
export function mcpTextOf({ content = [] }: McpContent): string {
  return content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}
