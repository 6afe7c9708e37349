import type { ToolContract, ToolUser } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type ListPromptsResult,
  type Prompt,
} from '@modelcontextprotocol/server';
import { toolsFor } from '../../auth/tools-for.js';
import type { McpHost } from '../mcp-host.js';
import type { McpPrompt, McpPromptArgument } from '../mcp-options.js';
import { byKey, pageAfter } from './page.js';
import type { McpPeer } from '../call/peer.js';
import { toToolDocs } from '../resource/tool-docs.js';

/** The prompts of the host, and one for each tool that has more to say than its description. */
export async function visiblePrompts(
  { settings, options, names: toolNames }: McpHost,
  user: ToolUser,
): Promise<readonly McpPrompt[]> {
  const view = await toolsFor(settings, user, 'mcp');
  const own = options.prompts ?? [];
  const ownNames = new Set(own.map(({ name }) => name));
  const described = view.contracts().filter(({ docs }) => docs !== undefined);
  const ofTools = described.map((contract) => toolPrompt(contract, toolNames().nameOf(contract.id)));
  return [...own, ...ofTools.filter(({ name }) => !ownNames.has(name))].toSorted(byKey(({ name }) => name));
}

export async function listPrompts(host: McpHost, user: ToolUser, cursor?: string): Promise<ListPromptsResult> {
  const { pageSize, listTtlMs: ttlMs } = host.options;
  const page = pageAfter(await visiblePrompts(host, user), ({ name }) => name, cursor, pageSize);
  const next = page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor };
  return { prompts: page.items.map(toPrompt), ...next, ttlMs, cacheScope: 'private' };
}

export async function getPrompt(
  host: McpHost,
  name: string,
  values: Readonly<Record<string, string>>,
  peer: McpPeer,
): Promise<GetPromptResult> {
  const prompt = (await visiblePrompts(host, peer.user)).find((candidate) => candidate.name === name);
  if (prompt === undefined) throw invalid(`Unknown prompt: ${name}`);
  for (const argument of prompt.arguments ?? []) {
    if (argument.required === true && values[argument.name] === undefined) {
      throw invalid(`Cannot make the prompt "${name}": the argument "${argument.name}" is missing`);
    }
  }
  const answer = await prompt.get(values, peer);
  const { description } = prompt;
  const about = description === undefined ? {} : { description };
  return 'messages' in answer ? { ...about, ...answer } : { ...about, messages: [...answer] };
}

function toolPrompt(contract: ToolContract, name: string): McpPrompt {
  const { title, description, docs } = contract;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: docs?.summary ?? description,
    arguments: [{ name: 'task', description: 'Task to do with the tool' }],
    get: ({ task }) => {
      const instruction = task === undefined ? `Use the tool "${name}".` : `Use the tool "${name}" for this: ${task}`;
      return [{ role: 'user', content: { type: 'text', text: `${instruction}\n\n${toToolDocs(contract)}` } }];
    },
  };
}

function toPrompt({ get: _get, arguments: args, ...prompt }: McpPrompt): Prompt {
  if (args === undefined) return prompt;
  return { ...prompt, arguments: args.map(({ complete: _complete, ...argument }: McpPromptArgument) => argument) };
}

function invalid(message: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
