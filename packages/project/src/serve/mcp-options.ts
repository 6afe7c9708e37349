import type { GatewayOptions } from '@helve/gateway';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ProjectPrompt, PromptArgument } from '../config/mcp-keys.js';
import { readVersion } from '../version.js';

type McpOptions = NonNullable<GatewayOptions['mcp']>;
type McpPrompt = NonNullable<McpOptions['prompts']>[number];

/** Builds the MCP options of a gateway from the config. */
export function mcpOptions({ mcp: { name, instructions, prompts }, expose }: ResolvedConfig): McpOptions {
  return {
    version: readVersion(),
    name,
    prompts: prompts.map(toMcpPrompt),
    unlisted: toUnlisted(expose.mcp?.builtIn),
    ...(instructions === '' ? {} : { instructions }),
  };
}

/** Tool that reads on where a result was cut; the result names it, so it need not be listed. */
const onDemand = 'result_read';

function toUnlisted(builtIn: boolean | readonly string[] = []): readonly string[] {
  return builtIn === true || (builtIn !== false && builtIn.includes(onDemand)) ? [] : [onDemand];
}

const placeholder = /\{\{\s*([^{}\s]+)\s*\}\}/g;

function toMcpPrompt({ text, arguments: described = [], ...prompt }: ProjectPrompt): McpPrompt {
  return {
    ...prompt,
    arguments: withMentioned(described, text),
    get: (values) => [{ role: 'user', content: { type: 'text', text: fill(text, values) } }],
  };
}

/** Adds arguments that the text mentions without a description; these are required. */
function withMentioned(described: readonly PromptArgument[], text: string): readonly PromptArgument[] {
  const known = new Set(described.map(({ name }) => name));
  const mentioned = new Set([...text.matchAll(placeholder)].map(([, name = '']) => name));
  const others = [...mentioned].filter((name) => !known.has(name)).map((name) => ({ name, required: true }));
  return [...described, ...others];
}

/** An argument that was left out leaves nothing; what was put in is not read again. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}
