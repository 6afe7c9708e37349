import { mcpUi, ownerOf, type ToolContract, type ToolUser } from '@helve/core';
import {
  ResourceNotFoundError,
  UriTemplate,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server';
import { hasAccess } from '../../auth/access.js';
import { toolsFor } from '../../auth/tools-for.js';
import type { McpHost } from '../mcp-host.js';
import type { McpContents, McpTemplate } from '../mcp-options.js';
import { viewOf } from '../list/to-mcp-tool.js';
import { byKey, pageAfter } from '../list/page.js';
import type { McpPeer } from '../call/peer.js';
import { toToolDocs } from './tool-docs.js';

/** URI prefixes of Helve's own resources. */
const prefixes = Object.freeze({ tools: 'helve://tools/', flows: 'helve://flows/', trail: 'helve://trail/' });
const markdown = 'text/markdown';
const json = 'application/json';
const suggestions = 100;
const maxSuggestionBytes = 1_048_576;

/** The templates of this door, its own and those of the host, for one user. */
export function visibleTemplates(host: McpHost, user: ToolUser): readonly McpTemplate[] {
  const { flows, trail } = host.settings;
  return [
    ...(host.options.templates ?? []),
    toolTemplate(host, user),
    ...(flows === undefined || !hasAccess(user, 'flows', host.settings) ? [] : [flowTemplate(flows)]),
    ...(trail === undefined ? [] : [trailTemplate(trail, user)]),
  ];
}

export async function listResources(host: McpHost, user: ToolUser, cursor?: string): Promise<ListResourcesResult> {
  const { settings, options } = host;
  const view = await toolsFor(settings, user, 'mcp');
  const flows = hasAccess(user, 'flows', settings) ? ((await settings.flows?.list()) ?? []) : [];
  const resources: Resource[] = [
    ...(options.resources ?? []).map(({ read: _read, ...resource }) => resource),
    ...view.contracts().map(toolResource),
    ...viewResources(host, view.contracts()),
    ...flows.map(({ id, description }) => ({ uri: prefixes.flows + id, name: id, description, mimeType: json })),
  ];
  const page = pageAfter(resources.toSorted(byKey(({ uri }) => uri)), ({ uri }) => uri, cursor, options.pageSize);
  const next = page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor };
  return { resources: [...page.items], ...next, ttlMs: options.listTtlMs, cacheScope: 'private' };
}

export function listTemplates(host: McpHost, user: ToolUser): ListResourceTemplatesResult {
  const resourceTemplates = visibleTemplates(host, user).map(
    ({ read: _read, complete: _complete, ...template }) => template,
  );
  return { resourceTemplates, ttlMs: host.options.listTtlMs, cacheScope: 'private' };
}

/** Reads one address; what a user may not see is not there. */
export async function readResource(
  host: McpHost,
  uri: string,
  peer: McpPeer,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const own = host.options.resources?.find((resource) => resource.uri === uri);
  const contents =
    (await own?.read(uri, peer)) ??
    (await readTemplate(host, uri, peer)) ??
    (await readToolView(host, uri, peer.user, signal));
  if (contents === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [...contents], ttlMs: 0, cacheScope: 'private' };
}

async function readTemplate(host: McpHost, uri: string, peer: McpPeer): Promise<McpContents | undefined> {
  for (const template of visibleTemplates(host, peer.user)) {
    const variables = new UriTemplate(template.uriTemplate).match(uri);
    const contents = variables === null ? undefined : await template.read(uri, toTexts(variables), peer);
    if (contents !== undefined) return contents;
  }
  return undefined;
}

/** Pages of the tools that a user sees, each once. */
function viewResources({ options }: McpHost, contracts: readonly ToolContract[]): readonly Resource[] {
  if (options.readView === undefined) return [];
  const named = contracts.flatMap((contract) => {
    const uri = viewOf(contract)?.resourceUri;
    const description = `Shows what ${contract.title ?? contract.id} returns`;
    return uri === undefined ? [] : [[uri, { uri, name: uri, description, mimeType: mcpUi.mimeType }] as const];
  });
  return [...new Map(named).values()];
}

async function readToolView(
  { options, settings }: McpHost,
  uri: string,
  user: ToolUser,
  signal: AbortSignal,
): Promise<McpContents | undefined> {
  if (!uri.startsWith('ui://') || options.readView === undefined) return undefined;
  const view = await toolsFor(settings, user, 'mcp');
  const shown = view.contracts().find((contract) => viewOf(contract)?.resourceUri === uri);
  return shown && options.readView(shown.id, signal);
}

function toolTemplate({ settings }: McpHost, user: ToolUser): McpTemplate {
  return {
    uriTemplate: `${prefixes.tools}{tool}`,
    name: 'tool',
    description: 'Documentation of a tool',
    mimeType: markdown,
    async read(uri, { tool }) {
      const view = await toolsFor(settings, user, 'mcp');
      const contract = view.contracts().find(({ id }) => id === tool);
      return contract && [{ uri, mimeType: markdown, text: toToolDocs(contract) }];
    },
    complete: { tool: async () => (await toolsFor(settings, user, 'mcp')).contracts().map(({ id }) => id) },
  };
}

function flowTemplate(flows: NonNullable<McpHost['settings']['flows']>): McpTemplate {
  return {
    uriTemplate: `${prefixes.flows}{flow}`,
    name: 'flow',
    description: 'A flow that can be run',
    mimeType: json,
    async read(uri, { flow }) {
      const row = (await flows.list()).find(({ id }) => id === flow);
      return row && [{ uri, mimeType: json, text: JSON.stringify(row) }];
    },
    complete: { flow: async () => (await flows.list()).map(({ id }) => id) },
  };
}

/** Returns only the records of the user's own calls. */
function trailTemplate(trail: NonNullable<McpHost['settings']['trail']>, user: ToolUser): McpTemplate {
  const owner = ownerOf(user);
  return {
    uriTemplate: `${prefixes.trail}{request}`,
    name: 'record',
    description: 'Record of one of your calls',
    mimeType: json,
    async read(uri, { request }) {
      const [record] = await trail.list({ owner, requestId: request ?? '', limit: 1 });
      if (record === undefined) return undefined;
      return [{ uri, mimeType: json, text: JSON.stringify(record) }];
    },
    complete: {
      request: async () => {
        const records = await trail.list({ owner, limit: suggestions, maxBytes: maxSuggestionBytes });
        return records.map(({ requestId }) => String(requestId));
      },
    },
  };
}

function toolResource({ id, title, docs, description }: ToolContract): Resource {
  return {
    uri: prefixes.tools + id,
    name: id,
    ...(title === undefined ? {} : { title }),
    description: docs?.summary ?? description,
    mimeType: markdown,
  };
}

function toTexts(variables: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
}
