import type { serveMcpStdio } from './serve-mcp-stdio.js';

/** Serves MCP over stdio. The SDK is loaded now, and not with this package. */
export async function openMcpStdio(
  ...args: Parameters<typeof serveMcpStdio>
): Promise<ReturnType<typeof serveMcpStdio>> {
  const { serveMcpStdio: serve } = await import('./serve-mcp-stdio.js');
  return serve(...args);
}
