/** Names of MCP Apps: the extension by which a client says that it shows pages, and the type of a page. */
export const mcpUi = Object.freeze({
  extension: 'io.modelcontextprotocol/ui',
  mimeType: 'text/html;profile=mcp-app',
});
