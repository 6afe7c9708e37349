import type { Io } from '../io.js';
import type { Command } from './command.js';

/** Every command, in the order in which help teaches them. One that is run comes alone, without the code of the others. */
export const commandLoaders = {
  tools: async () => (await import('./tools/tools.js')).toolsCommand,
  call: async () => (await import('./call/call.js')).callCommand,
  run: async () => (await import('./run/run.js')).runCommand,
  check: async () => (await import('./check/check.js')).checkCommand,
  status: async () => (await import('./status/status.js')).statusCommand,
  extract: async () => (await import('./extract/extract.js')).extractCommand,
  merge: async () => (await import('./merge/merge.js')).mergeCommand,
  convert: async () => (await import('./convert/convert.js')).convertCommand,
  exchange: async () => (await import('./exchange/exchange.js')).exchangeCommand,
  flow: async () => (await import('./flow/flow.js')).flowCommand,
  formats: async () => (await import('./formats/formats.js')).formatsCommand,
  terms: async () => (await import('./terms/terms.js')).termsCommand,
  tm: async () => (await import('./tm/tm.js')).tmCommand,
  store: async () => (await import('./store/store.js')).storeCommand,
  plugins: async () => (await import('./plugins/plugins.js')).pluginsCommand,
  chat: async () => (await import('./chat/chat.js')).chatCommand,
  serve: async () => (await import('./serve/serve.js')).serveCommand,
  mcp: async () => (await import('./mcp/mcp.js')).mcpCommand,
  keys: async () => (await import('./keys/keys.js')).keysCommand,
  approvals: async () => (await import('./approvals/approvals.js')).approvalsCommand,
  worker: async () => (await import('./worker/worker.js')).workerCommand,
  secret: async () => (await import('./secret/secret.js')).secretCommand,
  build: async () => (await import('./build/build.js')).buildCommand,
  trail: async () => (await import('./trail/trail.js')).trailCommand,
  init: async () => (await import('./init/init.js')).initCommand,
} as const satisfies Record<string, () => Promise<Command>>;

export type CommandName = keyof typeof commandLoaders;

/**
 * The command that an argument list begins with, or asks for help about: also the name of a flow tool, which runs it.
 * Where it begins with none, what is known of all of them without their code; behind a flag may come any of them.
 */
export async function loadCommands(argv: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<readonly Command[]> {
  const [first = '', topic] = argv;
  const name = first === 'help' && topic !== undefined ? topic : first;
  if (isCommandName(name)) return [await commandLoaders[name]()];
  if (mayBeTool(name)) {
    const { isFlowTool } = await import('@helve/project/run');
    if (await isFlowTool(name, io)) return [(await import('./tools/run-tool.js')).toolRunCommand(name)];
    throw await (await import('./unknown-word.js')).unknownWord(name, Object.keys(commandLoaders), io.cwd);
  }
  const mayName = first.startsWith('-') && first !== '--help' && first !== '-h';
  return mayName ? Promise.all(Object.values(commandLoaders).map((load) => load())) : overview();
}

async function overview(): Promise<readonly Command[]> {
  const { commandRows } = await import('./command-rows.js');
  return Object.entries(commandLoaders).map(([name, load]) => {
    const [args, summary, example] = commandRows[name as CommandName];
    return {
      name,
      args,
      summary,
      flags: [],
      examples: [example],
      run: async (invocation) => (await load()).run(invocation),
    };
  });
}

function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commandLoaders, word);
}

/** Flags, `help` and the empty line are no tools. */
function mayBeTool(word: string): boolean {
  return word !== 'help' && word !== '' && !word.startsWith('-');
}
