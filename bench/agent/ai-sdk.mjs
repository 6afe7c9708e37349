// node ai-sdk.mjs <text> <schema>: prints the microseconds that the AI SDK takes from the text of a call to its result.
// Its `parseToolCall` is not exported, so that a copy of its bundle with one more line of exports is made beside it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js');
const bundle = resolve('bench', 'peers', 'node_modules', 'ai', 'dist');
const copy = join(bundle, 'helve-bench.mjs');
const source = readFileSync(join(bundle, 'index.mjs'), 'utf8').replace(/\n\/\/# sourceMappingURL=.*$/, '');
writeFileSync(copy, `${source}\nexport { parseToolCall };\n`);
const { jsonSchema, parseToolCall, tool } = await import(pathToFileURL(copy).href);
const { executeTool } = createRequire(copy)('@ai-sdk/provider-utils');

const [text = '{}', schema = '{}'] = process.argv.slice(2);
const fits = new Ajv2020().compile(JSON.parse(schema));
const inputSchema = jsonSchema(JSON.parse(schema), {
  validate: (value) => (fits(value) ? { success: true, value } : { success: false, error: new Error('does not fit') }),
});
const tools = { take: tool({ description: 'Takes its arguments', inputSchema, execute: () => 1 }) };
const sent = { type: 'tool-call', toolCallId: 'call_1', toolName: 'take', input: text };
const options = { toolCallId: 'call_1', messages: [] };

async function call() {
  const { input, error } = await parseToolCall({ toolCall: sent, tools, messages: [] });
  if (error !== undefined) throw error;
  for await (const part of executeTool({ execute: tools.take.execute, input, options })) {
    if (part.type === 'final') return part.output;
  }
  throw new Error('Expected a result');
}

const calls = 20_000;
for (let n = 0; n < calls; n += 1) await call();
const began = performance.now();
for (let n = 0; n < calls; n += 1) await call();
console.log(((performance.now() - began) * 1_000) / calls);
