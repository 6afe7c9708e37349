import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaCompilers, toProviderNames } from '@helve/agent';
import { buildRegistry } from '@helve/build';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf, root } from './docs/pages.js';
import { compileBlocks, nameOf, runTypeScript } from './docs/snippets.js';
import { needs } from './needs.js';

const shared = join(root, '..', 'shared', 'seeds');
const registry = join(root, 'examples', 'agents', 'tools', 'tool_registry.js');

/** Code around a snippet as it was written: what it uses before it, and what uses it after it. */
interface Frame {
  readonly name: string;
  /** A text that only this snippet has. */
  readonly mark: string;
  readonly before: string;
  readonly after: string;
  readonly prints: string;
  /** Replaces parts that name files of another repository, or lines that are commented out. */
  readonly adapt?: (code: string) => string;
}

const useRegistry = {
  before: '',
  after: 'await toolRegistry.load();\nconsole.log(toolRegistry.getSummaries().length > 0);',
  prints: 'true\n',
  adapt: (code: string) => code.replace(/'[^']+registry\.js'/, JSON.stringify(registry)),
};
const mutable = `type Frozen<T> = T extends (infer Item)[] ? readonly Frozen<Item>[] : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;`;

const frames: readonly Frame[] = [
  {
    name: 'a client and the id of a conversation make a transport',
    mark: 'new OpenAITransport(client, conversationId)',
    before: `import OpenAI from 'openai';
import { OpenAITransport } from '@helve/agent';
const client = new OpenAI({ apiKey: 'test' });
const conversationId = 'conv_1';`,
    after: 'console.log(transport.provider, transport.live);',
    prints: 'openai false\n',
  },
  {
    name: 'a live session makes a transport',
    mark: 'new OpenAITransport(client, conversationId)',
    before: `import { GeminiLiveTransport } from '@helve/agent';
const ignore = () => undefined;
const geminiSession = { sendClientContent: ignore, sendRealtimeInput: ignore, sendToolResponse: ignore, close: ignore };`,
    after: 'console.log(transport.provider, transport.live);',
    prints: 'gemini true\n',
    adapt: (code) => code.replace(/^\/\/ (?=const transport)/, '').replace(/^const transport = new OpenAI.*$/m, ''),
  },
  { ...useRegistry, name: 'the registry of a voice server is imported', mark: `from '../tools/_core/registry.js'` },
  { ...useRegistry, name: 'the registry of a text server is imported', mark: `from '@/tools/_core/registry.js'` },
  {
    name: 'a decorated class is hydrated and run',
    mark: '"get_current_weather"',
    before: `import { Tool, ToolRegistry, getDefinition } from '@helve/core';
import { hydrate, type HydrationResult } from '@helve/agent';`,
    after: `const tools = new ToolRegistry();
tools.addInline(WeatherTool);
const hydrateOne = async (args: string): Promise<HydrationResult | undefined> =>
  (await hydrate([{ id: 'c1', name: 'get_current_weather', args }], [WeatherTool]))[0];
const good = await hydrateOne('{"location":"Bergen","format":"celsius"}');
console.log(good?.success, good?.tool instanceof WeatherTool, await good?.tool?.run());
const bad = await hydrateOne('{"location":"Bergen","format":"kelvin"}');
console.log(bad?.success, bad?.errors?.[0]?.stage, bad?.provenance.providerToolId);
console.log(getDefinition(WeatherTool)?.name, Object.isFrozen(getDefinition(WeatherTool)));`,
    prints: `true true The current weather in.
false validate get_current_weather
get_current_weather true
`,
  },
  {
    name: 'a class says its definition itself',
    mark: 'MyTool.getDefinition?.()',
    before: `import { Tool, ToolComponent } from '@helve/core';
@Tool({ type: 'function', name: 'mine', description: 'Mine', parameters: { type: 'object', properties: {} } })
class MyTool extends ToolComponent {}`,
    after: 'console.log(def?.type, def?.name);',
    prints: 'function mine\n',
  },
  {
    name: 'definitions and components are of the types that were designed',
    mark: 'static getDefinition?: () => ToolDefinition | undefined',
    before: `import * as helve from '@helve/core';\n${mutable}`,
    after: `const read = (definition: helve.ToolDefinition): Frozen<Omit<ToolDefinition, 'parameters'>> => definition;
const given: ToolDefinition = { type: 'function', name: 'mine', description: 'Mine', parameters: {} };
const made: ToolComponent = new helve.ToolComponent({ city: 'Bergen' });
console.log(read({ type: 'function', name: 'mine' }).name, given.name, await made.run());`,
    prints: 'mine mine undefined\n',
  },
  {
    name: 'the outcome of a hydration is of the type that was designed',
    mark: 'interface HydrationResult {',
    before: `import { hydrate, type HydrationResult as Ours } from '@helve/agent';
import { Tool, ToolComponent } from '@helve/core';
${mutable}
@Tool({ type: 'function', name: 'mine', description: 'Mine', parameters: { type: 'object', properties: {} } })
class Mine extends ToolComponent {}`,
    after: `const read = (result: Ours): Frozen<Omit<HydrationResult, 'tool'>> & Pick<HydrationResult, 'tool'> => result;
const [one] = (await hydrate([{ id: 'c1', name: 'mine', args: '{}' }], [Mine])).map((result) => read(result));
console.log(one?.success, one?.provenance.originalRawArgs, one?.provenance.repaired ?? false);`,
    prints: 'true {} false\n',
  },
];

/** Snippets that show the shape of data in a form that no compiler reads. */
const prose: readonly string[] = ['{ ok: true, data: {...}'];

/** Snippets of ours that keep these promises tested where the designs are not at hand. */
const own = `
\`\`\`javascript
import { toolRegistry } from '../tools/_core/registry.js';
\`\`\`
\`\`\`javascript
import { toolRegistry } from '@/tools/_core/registry.js';
\`\`\`
\`\`\`javascript
// const transport = new GeminiLiveTransport(geminiSession);
const transport = new OpenAITransport(client, conversationId);
\`\`\`
\`\`\`ts
const def = MyTool.getDefinition?.();
if (def === undefined) throw new Error('no definition');
\`\`\`
\`\`\`ts
@Tool({
  type: "function",
  name: "get_current_weather",
  description: "Tells the weather",
  parameters: {
    location: { type: "string", description: "A city" },
    format: { type: "string", enum: ["celsius", "fahrenheit"], description: "The unit" },
    required: ["location", "format"]
  }
})
class WeatherTool {
  async run(): Promise<string> {
    return 'The current weather in.';
  }
};
\`\`\`
\`\`\`ts
interface ToolDefinition { type: "function"; name: string; description?: string; parameters?: Record<string, unknown> }
class ToolComponent {
  constructor(..._args: any[]) {}
  static getDefinition?: () => ToolDefinition | undefined;
  async run(params?: unknown): Promise<unknown> { return undefined; }
}
\`\`\`
\`\`\`ts
interface HydrationResult {
  tool?: ToolComponent;
  success: boolean;
  errors?: Array<{ stage: 'parse' | 'validate' | 'instantiate'; message: string; detail?: unknown }>;
  provenance: { providerToolId: string; originalRawArgs: string | unknown; repaired?: boolean };
}
\`\`\`
`;

function programsOf(snippets: readonly Block[]): readonly (readonly [Frame, Block])[] {
  return frames.map((frame) => {
    const snippet = snippets.find(({ code }) => code.includes(frame.mark));
    if (snippet === undefined) throw new Error(`No snippet has ${frame.mark}`);
    const code = [frame.before, frame.adapt?.(snippet.code) ?? snippet.code, frame.after].join('\n');
    return [frame, { ...snippet, language: 'ts', code, path: `${snippet.path} ${frame.name}` }];
  });
}

function snippetsIn(path: string, text: string): readonly Block[] {
  return blocksOf({ path, text }).filter(({ language }) => language === 'ts' || language === 'javascript');
}

function suite(snippets: readonly Block[], label: string): void {
  const programs = programsOf(snippets);
  const compiled = compileBlocks(
    programs.map(([, block]) => block),
    label,
  );
  test.each(programs.map(([frame, block]) => [frame.name, frame, block] as const))(
    '%s',
    async (_, { prints }, block) => {
      expect(compiled.get(nameOf(block))).toEqual([]);
      const { stdout, stderr } = await runTypeScript(block);
      expect({ stdout, stderr }).toEqual({ stdout: prints, stderr: '' });
    },
  );

  test('every snippet is one of these', () => {
    const marks = [...prose, ...frames.map(({ mark }) => mark)];
    const left = snippets.filter(({ code }) => !marks.some((mark) => code.includes(mark)));
    expect(left.map(({ path, line }) => `${path}:${line}`)).toEqual([]);
  });
}

// The programs import what a build of these folders has made.
await buildRegistry({
  dir: join(root, 'examples', 'agents', 'tools'),
  compilers: schemaCompilers,
  names: toProviderNames,
});

describe('code of designs, in words of ours', () => {
  suite(snippetsIn('own', own), 'designs-own');
});

/** The designs; where they are not at hand, and their tests are skipped, our own. */
function readDesigns(): readonly Block[] {
  if (!existsSync(shared)) return snippetsIn('own', own);
  const files = readdirSync(shared).filter((file) => /^00[13].*\.txt$/.test(file));
  return files.flatMap((file) => snippetsIn(file, readFileSync(join(shared, file), 'utf8')));
}

describe('code of designs, as it was written', needs('shared'), () => {
  suite(readDesigns(), 'designs');
});
