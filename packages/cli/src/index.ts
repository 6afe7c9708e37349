export { cliErrors, type CliErrorCode } from './cli-errors.js';
export type { HelveConfig, ToolEntry } from './config/config-keys.js';
export { defineConfig } from './config/define-config.js';
export type { Dependencies, Governance, StorePlace } from './config/line-keys.js';
export { ExitCode } from './exit-code.js';
export type { PluginHouse } from './flow/load-plugins.js';
export type { Io, Sink } from './io.js';
export { main } from './main.js';
export { serveFlowThread } from './serve-flow-thread.js';
