export { defineConfig } from '@helve/project';
export type {
  Dependencies,
  Governance,
  HelveConfig,
  PluginProject,
  StoreLocation,
  ConfiguredTool,
} from '@helve/project';
export { cliErrors, type CliErrorCode } from './cli-errors.js';
export { ExitCode } from './exit-code.js';
export type { Io, Sink } from './io.js';
export { main } from './main.js';
