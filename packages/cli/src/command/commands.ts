import type { Command } from './command.js';

/** Every command, in the order in which help teaches them. One that is run comes alone, without the code of the others. */
export const commandLoaders = {
  tools: async () => (await import('./tools.js')).toolsCommand,
  call: async () => (await import('./call.js')).callCommand,
  chat: async () => (await import('./chat.js')).chatCommand,
  serve: async () => (await import('./serve.js')).serveCommand,
  approvals: async () => (await import('./approvals.js')).approvalsCommand,
  worker: async () => (await import('./worker/worker.js')).workerCommand,
  secret: async () => (await import('./secret.js')).secretCommand,
  build: async () => (await import('./build.js')).buildCommand,
  trail: async () => (await import('./trail.js')).trailCommand,
  init: async () => (await import('./init.js')).initCommand,
} as const satisfies Record<string, () => Promise<Command>>;

/** The command that an argument list begins with; all of them where it begins with none, as for help. */
export async function loadCommands(argv: readonly string[]): Promise<Command[]> {
  const [first = ''] = argv;
  const wanted = Object.entries(commandLoaders).filter(([name]) => name === first);
  const loaders = wanted.length > 0 ? wanted : Object.entries(commandLoaders);
  return Promise.all(loaders.map(([, load]) => load()));
}
