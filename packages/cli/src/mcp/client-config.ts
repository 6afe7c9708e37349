/** How a client starts this project as a server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** What a client wants to read, and where. */
export interface ClientConfig {
  /** Where the text belongs, for a person. */
  readonly place: string;
  readonly text: string;
}

/** Undefined where a client cannot be told an address that way. */
type Write = (name: string, launch: Launch, url: string | undefined) => ClientConfig | undefined;

const table = (key: string, name: string, server: object) =>
  JSON.stringify({ [key]: { [name]: server } }, undefined, 2);

/** The clients that we know how to talk to, each with the form of its own configuration. */
const clients = {
  'claude-desktop': (name, launch, url) =>
    url === undefined
      ? {
          place: 'claude_desktop_config.json (Settings ▸ Developer ▸ Edit Config)',
          text: table('mcpServers', name, launch),
        }
      : undefined,
  'claude-code': (name, launch, url) => ({
    place: '.mcp.json in the project',
    text: table('mcpServers', name, url === undefined ? launch : { type: 'http', url }),
  }),
  vscode: (name, launch, url) => ({
    place: '.vscode/mcp.json in the workspace',
    text: table('servers', name, url === undefined ? { type: 'stdio', ...launch } : { type: 'http', url }),
  }),
  cursor: (name, launch, url) => ({
    place: '.cursor/mcp.json in the project, or in your home folder',
    text: table('mcpServers', name, url === undefined ? launch : { url }),
  }),
  inspector: (name, launch, url) => ({
    place: 'a file for: npx @modelcontextprotocol/inspector --config FILE --server ' + name,
    text: table(
      'mcpServers',
      name,
      url === undefined ? { type: 'stdio', ...launch } : { type: 'streamable-http', url },
    ),
  }),
} as const satisfies Record<string, Write>;

export const clientNames = Object.freeze(Object.keys(clients));

/** The configuration for a client; undefined if there is none of this kind. */
export function clientConfig(client: string, name: string, launch: Launch, url?: string): ClientConfig | undefined {
  const write: Write | undefined = Object.hasOwn(clients, client) ? clients[client as keyof typeof clients] : undefined;
  return write?.(name, launch, url);
}
