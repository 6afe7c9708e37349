/** Command by which a client starts this project as a server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Configuration of a client, and the file where it belongs. */
export interface ClientConfig {
  /** Where the text belongs, for a person. */
  readonly location: string;
  readonly text: string;
}

/** A server that runs already. */
export interface Served {
  readonly url: string;
  /** The variable in which the client finds its key; the key itself is written nowhere. */
  readonly keyVariable?: string | undefined;
}

/** Undefined where a client cannot be given an address that way. */
type Write = (name: string, launch: Launch, served: Served | undefined) => ClientConfig | undefined;

/** Writes the address of a server for a client, with the key as the client refers to variables. */
function remote({ url, keyVariable }: Served, toReference: (variable: string) => string): object {
  if (keyVariable === undefined) return { url };
  return { url, headers: { Authorization: `Bearer ${toReference(keyVariable)}` } };
}

const inBraces = (variable: string) => `\${${variable}}`;
const inEnvBraces = (variable: string) => `\${env:${variable}}`;

const table = (key: string, name: string, server: object) =>
  JSON.stringify({ [key]: { [name]: server } }, undefined, 2);

/** The clients that we know how to talk to, each with the form of its own configuration. */
const clients = {
  'claude-desktop': (name, launch, served) =>
    served === undefined
      ? {
          location: 'claude_desktop_config.json (Settings ▸ Developer ▸ Edit Config)',
          text: table('mcpServers', name, launch),
        }
      : undefined,
  'claude-code': (name, launch, served) => ({
    location: '.mcp.json in the project',
    text: table('mcpServers', name, served === undefined ? launch : { type: 'http', ...remote(served, inBraces) }),
  }),
  vscode: (name, launch, served) => ({
    location: '.vscode/mcp.json in the workspace',
    text: table(
      'servers',
      name,
      served === undefined ? { type: 'stdio', ...launch } : { type: 'http', ...remote(served, inEnvBraces) },
    ),
  }),
  cursor: (name, launch, served) => ({
    location: '.cursor/mcp.json in the project, or in your home folder',
    text: table('mcpServers', name, served === undefined ? launch : remote(served, inEnvBraces)),
  }),
  // It reads no variables: the shell that starts it does.
  inspector: (name, launch, served) => ({
    location:
      `a file for: npx @modelcontextprotocol/inspector --config FILE --server ${name}` +
      (served?.keyVariable === undefined ? '' : ` --header "Authorization: Bearer $${served.keyVariable}"`),
    text: table(
      'mcpServers',
      name,
      served === undefined ? { type: 'stdio', ...launch } : { type: 'streamable-http', url: served.url },
    ),
  }),
} as const satisfies Record<string, Write>;

export const clientNames = Object.freeze(Object.keys(clients));

/** The configuration for a client; undefined if there is none of this kind. */
export function clientConfig(client: string, name: string, launch: Launch, served?: Served): ClientConfig | undefined {
  const write: Write | undefined = Object.hasOwn(clients, client) ? clients[client as keyof typeof clients] : undefined;
  return write?.(name, launch, served);
}
