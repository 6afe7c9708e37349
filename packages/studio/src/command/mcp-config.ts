/** How an MCP client reaches this very door. */
export function toHttpConfig(origin: string, hasKey = false): string {
  const headers = hasKey ? { headers: { Authorization: 'Bearer YOUR_KEY' } } : {};
  return print({ type: 'http', url: `${origin}/mcp`, ...headers });
}

/** How an MCP client starts a door of its own, in the folder of the project. */
export function toStdioConfig(): string {
  return print({ command: 'npx', args: ['helve', 'mcp'] });
}

function print(server: object): string {
  return JSON.stringify({ mcpServers: { helve: server } }, undefined, 2);
}
