import type { Command } from './command.js';
import type { CommandName } from './commands.js';

/** Rows of the overview of commands: arguments, summary and first example of each. */
export const commandRows: Readonly<
  Record<CommandName, readonly [args: Command['args'], summary: string, example: string]>
> = {
  tools: [[], 'list the tools', 'tools'],
  call: [['<name>', '[flags...]'], 'call a tool; its parameters are flags', "call word_count --text 'one two three'"],
  run: [['<flow>', '[files...]'], 'take files through a flow', 'run pseudo-translate app.json'],
  check: [['[files...]'], 'check translations, and fail where a gate says no', 'check locales/de.po'],
  flow: [[], 'list, show, check, compile, explain and begin flows', 'flow ls'],
  formats: [[], 'list formats, look one up, find out that of a file, and check that files survive', 'formats'],
  terms: [[], 'import, export, look up and count terms', 'terms import glossary.csv --from en --to de'],
  tm: [[], 'translation memories: import and export TMX, learn from files, look up, audit', 'tm import vendor.tmx'],
  store: [[], 'list, compare and restore revisions of the block store', 'store log'],
  plugins: [[], 'list the plugins of the config and what they bring', 'plugins'],
  chat: [[], 'talk to a model that uses the tools; without a key, an offline demo answers', 'chat'],
  serve: [[], 'serve the tools over HTTP, with a page to try them', 'serve'],
  mcp: [[], 'serve the tools over MCP to the client that starts it; bring in those of foreign servers', 'mcp'],
  keys: [[], 'make, list and revoke keys for `helve serve --auth keys`', 'keys add ci'],
  approvals: [[], 'list what waits for a person, approve or reject it', 'approvals ls'],
  worker: [[], 'list, check, call and configure tools that live in their own process', 'worker'],
  secret: [[], 'keep, list and forget the secrets of capabilities', 'secret set slug SLUG_TOKEN < token.txt'],
  build: [['[dir]'], 'turn tool folders into one registry', 'build'],
  trail: [[], 'list, show, check, anchor, repair and replay the records of calls', 'trail ls'],
  init: [[], 'write a config file with a first tool', 'init'],
};
