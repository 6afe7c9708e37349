import type { ToolUser } from '@helve/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequest,
  type CompleteResult,
} from '@modelcontextprotocol/server';
import type { McpHost } from '../mcp-host.js';
import type { Complete } from '../mcp-options.js';
import { visiblePrompts } from './prompts.js';
import { visibleTemplates } from '../resource/resources.js';

/** As many as the protocol lets out at once. */
const maxValues = 100;

/** Suggests values for an argument that a person has begun to type. */
export async function completeArgument(
  host: McpHost,
  user: ToolUser,
  { ref, argument }: CompleteRequest['params'],
): Promise<CompleteResult> {
  const complete = await findCompleter(host, user, ref, argument.name);
  const all = (await complete?.(argument.value)) ?? [];
  const begun = argument.value.toLowerCase();
  const fitting = all.filter((value) => value.toLowerCase().startsWith(begun));
  const values = fitting.slice(0, maxValues);
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
}

async function findCompleter(
  host: McpHost,
  user: ToolUser,
  ref: CompleteRequest['params']['ref'],
  name: string,
): Promise<Complete | undefined> {
  if (ref.type === 'ref/prompt') {
    const prompt = (await visiblePrompts(host, user)).find((candidate) => candidate.name === ref.name);
    if (prompt === undefined) throw unknown(`prompt: ${ref.name}`);
    return prompt.arguments?.find((argument) => argument.name === name)?.complete;
  }
  const template = visibleTemplates(host, user).find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template === undefined) throw unknown(`resource template: ${ref.uri}`);
  return Object.hasOwn(template.complete ?? {}, name) ? template.complete?.[name] : undefined;
}

function unknown(what: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${what}`);
}
