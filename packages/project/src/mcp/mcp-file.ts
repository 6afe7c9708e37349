import { readFile } from 'node:fs/promises';
import { isPlainObject } from '@helve/core';
import { isDefinition, type McpDefinition } from '@helve/gateway';
import { projectErrors } from '../project-errors.js';
import { writeFileAtomic } from '../file/write-file-atomic.js';
import { mcpFilePath } from './mcp-file-path.js';
import { withFileLock } from '../file/with-file-lock.js';

/** Address of a foreign server. Values may hold `${NAME}`: a variable of the environment, read when it is connected. */
export type ServerAddress =
  | { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | {
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly allowPrivate?: boolean;
      /** True for a server of one's own, which learns who calls and may send requests besides its answers. */
      readonly trusted?: boolean;
    };

/** A foreign server of a project, with the definitions of tools that somebody agreed to. */
export type ServerEntry = ServerAddress & {
  /** Stands before the names of its tools, instead of the name of the server. */
  readonly prefix?: string;
  readonly definitions: readonly McpDefinition[];
};

export type ServerEntries = Readonly<Record<string, ServerEntry>>;

const FORMAT = 'helve.mcp/v1';

/** The servers of a project; none where there is no file. */
export async function readServers(configFile: string): Promise<ServerEntries> {
  const file = mcpFilePath(configFile);
  const text = await readIfThere(file);
  return text === undefined ? {} : parseServers(text, file);
}

/** Changes the servers of a project: no other change comes in between, of whatever process. */
export async function changeServers(
  configFile: string,
  change: (servers: ServerEntries) => ServerEntries,
): Promise<void> {
  const file = mcpFilePath(configFile);
  await withFileLock(file, async () => {
    const changed = Object.entries(change(await readServers(configFile)));
    const servers = Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    await writeFileAtomic(file, `${JSON.stringify({ format: FORMAT, servers }, undefined, 2)}\n`, true);
  });
}

/** Puts a definition in the place of the one that was agreed to before. */
export async function pinDefinition(configFile: string, server: string, definition: McpDefinition): Promise<void> {
  await changeServers(configFile, (servers) => {
    const entry = servers[server];
    if (entry === undefined) return servers;
    const definitions = entry.definitions.map((one) => (one.name === definition.name ? definition : one));
    return { ...servers, [server]: { ...entry, definitions } };
  });
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw unreadable(file, cause instanceof Error ? cause.message : String(cause));
  }
}

function parseServers(text: string, file: string): ServerEntries {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, cause instanceof Error ? cause.message : String(cause));
  }
  if (!isPlainObject(content) || content['format'] !== FORMAT || !isPlainObject(content['servers'])) {
    throw unreadable(file, `expected { "format": "${FORMAT}", "servers": { … } }`);
  }
  for (const [name, entry] of Object.entries(content['servers'])) {
    const problem = findProblem(entry);
    if (problem !== undefined) throw unreadable(file, `server "${name}" ${problem}`);
  }
  return content['servers'] as ServerEntries;
}

function findProblem(entry: unknown): string | undefined {
  if (!isPlainObject(entry)) return 'must be an object';
  const { command, url, definitions, trusted } = entry;
  const isCommand = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
  if (isCommand === (typeof url === 'string')) return 'needs either a "command", as a list of words, or a "url"';
  if (typeof url === 'string' && !URL.canParse(url)) return `has a "url" that is none: "${url}"`;
  if (trusted !== undefined && (isCommand || typeof trusted !== 'boolean'))
    return 'has "trusted", which is true or false, and only beside a "url"';
  if (!Array.isArray(definitions) || !definitions.every(isDefinition))
    return 'needs "definitions" with names and schemas';
  return undefined;
}

function unreadable(file: string, problem: string): Error {
  return projectErrors.create('PROJECT_MCP_FILE_INVALID', { file, problem });
}
