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
  jobs: async () => (await import('./jobs/jobs.js')).jobsCommand,
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
