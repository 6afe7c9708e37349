/** Writes the configuration of an MCP client that connects to this gateway. */
export function toHttpConfig(origin: string, hasKey = false): string {
  const headers = hasKey ? { headers: { Authorization: 'Bearer YOUR_KEY' } } : {};
  return print({ type: 'http', url: `${origin}/mcp`, ...headers });
}

/** Writes the configuration of an MCP client that starts `helve mcp` in the folder of the project. */
export function toStdioConfig(): string {
  return print({ command: 'npx', args: ['helve', 'mcp'] });
}

function print(server: object): string {
  return JSON.stringify({ mcpServers: { helve: server } }, undefined, 2);
}
