import type { Command } from './command.js';
import type { CommandName } from './commands.js';

/** Rows of the overview of commands: arguments, summary and first example of each. */
export const commandRows: Readonly<
  Record<CommandName, readonly [args: Command['args'], summary: string, example: string]>
> = {
  tools: [[], 'list the tools of the project', 'tools'],
  call: [['<name>', '[flags...]'], 'call a tool; its parameters are flags', "call word_count --text 'one two three'"],
  run: [['<flow>', '[files...]'], 'run files through a flow', 'run pseudo-translate app.json'],
  check: [['[files...]'], 'check translations; fail if a quality gate is not met', 'check locales/de.po'],
  status: [['[files...]'], 'count what is translated, by file and language', 'status locales'],
  extract: [['[files...]'], 'extract texts into files for translators', 'extract locales/en.json --target de,fr'],
  merge: [['<returned...>'], 'merge translations that came back from translators', 'merge exchange/75230cba5a3c6c1f'],
  convert: [['[files...]'], 'convert files to another format', 'convert locale/de.po --to json'],
  exchange: [[], 'list, show, compare and remove batches of extracted texts', 'exchange'],
  jobs: [[], 'list, show, watch, fetch, pause, resume, retry and cancel durable work', 'jobs'],
  flow: [[], 'list, show, check, compile, explain and create flows', 'flow ls'],
  formats: [[], 'list formats, show one, detect that of a file, and check round trips', 'formats'],
  terms: [[], 'import, export, look up and count terms', 'terms import glossary.csv --from en --to de'],
  tm: [[], 'import, export, learn, look up and audit translation memories', 'tm import vendor.tmx'],
  store: [[], 'list, compare and restore revisions of the block store', 'store log'],
  plugins: [[], 'list the plugins of the config and what they add', 'plugins'],
  chat: [[], 'talk to a model that uses the tools; without a key, an offline demo answers', 'chat'],
  serve: [[], 'serve the tools over HTTP, with a page to try them', 'serve'],
  mcp: [[], 'serve the tools over MCP to the client that starts it; add the tools of other MCP servers', 'mcp'],
  keys: [[], 'create, list and revoke keys for `helve serve --auth keys`', 'keys add ci'],
  approvals: [[], 'list calls that wait for approval; approve or reject them', 'approvals ls'],
  worker: [[], 'list, check, call and configure tools that run in their own process', 'worker'],
  secret: [[], 'store, list and remove the secrets of capabilities', 'secret set slug SLUG_TOKEN < token.txt'],
  build: [['[dir]'], 'build tool folders into one registry', 'build'],
  trail: [[], 'list, show, verify, anchor, repair and replay the records of calls', 'trail ls'],
  init: [[], 'write a config file with a first tool', 'init'],
};
