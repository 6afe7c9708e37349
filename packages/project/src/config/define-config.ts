import type { HelveConfig } from './config-keys.js';

/** Gives a config file its types: misspelt keys and wrong values show in the editor. */
export function defineConfig(config: HelveConfig): HelveConfig {
  return config;
}
