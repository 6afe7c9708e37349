import type { Io } from '../io.js';
import type { Command } from './command.js';

/** Every command, in the order in which help teaches them. One that is run comes alone, without the code of the others. */
export const commandLoaders = {
  tools: async () => (await import('./tools.js')).toolsCommand,
  call: async () => (await import('./call.js')).callCommand,
  run: async () => (await import('./run.js')).runCommand,
  check: async () => (await import('./check.js')).checkCommand,
  flow: async () => (await import('./flow.js')).flowCommand,
  formats: async () => (await import('./formats.js')).formatsCommand,
  terms: async () => (await import('./terms.js')).termsCommand,
  tm: async () => (await import('./tm.js')).tmCommand,
  store: async () => (await import('./store.js')).storeCommand,
  plugins: async () => (await import('./plugins.js')).pluginsCommand,
  chat: async () => (await import('./chat.js')).chatCommand,
  serve: async () => (await import('./serve.js')).serveCommand,
  approvals: async () => (await import('./approvals.js')).approvalsCommand,
  worker: async () => (await import('./worker/worker.js')).workerCommand,
  secret: async () => (await import('./secret.js')).secretCommand,
  build: async () => (await import('./build.js')).buildCommand,
  trail: async () => (await import('./trail.js')).trailCommand,
  init: async () => (await import('./init.js')).initCommand,
} as const satisfies Record<string, () => Promise<Command>>;

/**
 * The command that an argument list begins with: also the name of a flow tool, which runs it. All of them where it
 * begins with none, as for help.
 */
export async function loadCommands(argv: readonly string[], io: Pick<Io, 'cwd' | 'env'>): Promise<Command[]> {
  const [first = ''] = argv;
  const wanted = Object.entries(commandLoaders).filter(([name]) => name === first);
  if (
    wanted.length === 0 &&
    mayBeTool(first) &&
    (await import('../flow/short-form.js').then((form) => form.isFlowTool(first, io)))
  ) {
    return [(await import('./tool-run.js')).toolRunCommand(first)];
  }
  const loaders = wanted.length > 0 ? wanted : Object.entries(commandLoaders);
  return Promise.all(loaders.map(([, load]) => load()));
}

/** Flags, `help` and the empty line are no tools. */
function mayBeTool(word: string): boolean {
  return word !== 'help' && /^[a-z][a-z0-9-]*$/.test(word);
}
