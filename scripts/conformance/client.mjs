// The client that the conformance suite starts: it gives the address as the last argument, and the rest by a variable.
import { callTool } from '@helve/core';
import { connectHttpServer, toolsFromMcp } from '@helve/gateway';

/**
 * @typedef {{ readonly name: string, readonly arguments: Readonly<Record<string, unknown>> }} ToldCall
 * @typedef {{ readonly name: string, readonly input: object }} Call
 */

const server = 'suite';

const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] || '{}');
await runClient(process.argv.at(-1) ?? '', context.toolCalls);

/**
 * Brings the tools of a server in as records, and calls them through the line that every tool goes through: those that
 * it is told to, else each of them once.
 *
 * @param {string} url
 * @param {readonly ToldCall[] | undefined} toolCalls
 */
async function runClient(url, toolCalls) {
  const connect = () => connectHttpServer({ server, url, allowPrivate: true });
  const first = await connect();
  const pinned = await first.tools();
  await first.close();

  const { tools, close } = toolsFromMcp({ server, pinned, connect, approvals: { ask: async () => 'nobody is there' } });
  for (const { name, input } of toolCalls?.map(toCall) ?? callsOf(pinned)) {
    const tool = tools.find(({ id }) => id === `${server}.${name}`);
    if (tool === undefined) continue;
    const { ok, ...answer } = await callTool({ tool, rawInput: input });
    console.log(name, ok ? 'answered' : JSON.stringify(answer));
  }
  await close();
}

/** @param {readonly import('@helve/gateway').McpDefinition[]} pinned @returns {readonly Call[]} */
function callsOf(pinned) {
  /** For tools that need something. @type {Readonly<Record<string, object>>} */
  const inputs = {
    add_numbers: { a: 5, b: 3 },
    valid_tool: { region: 'here' },
    json_schema_2020_12_tool: { name: 'Ada', contactMethod: 'email', email: 'ada@example.org' },
    json_schema_echo: { schema: pinned.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema },
  };
  return pinned.map(({ name }) => ({ name, input: inputs[name] ?? {} }));
}

/** What is not given is left out. @param {ToldCall} told @returns {Call} */
function toCall({ name, arguments: given }) {
  return { name, input: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) };
}
