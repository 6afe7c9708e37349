import { isLoopbackAddress, type FlowToolRegistry } from '@helve/flow';
import { DEMO_PROVIDER } from '@helve/l10n/run';
import type { Models } from './model-key.js';

/** Default address of Ollama. */
const OLLAMA = 'http://127.0.0.1:11434';

/** Tells which models are local: the offline one, and those of Ollama on this machine. */
export function registerModels(tools: FlowToolRegistry, models: Models): FlowToolRegistry {
  tools.registerProvider(DEMO_PROVIDER, true).registerProvider('ollama', true);
  for (const [name, { vendor, baseUrl = OLLAMA }] of Object.entries(models)) {
    tools.registerProvider(name, vendor === 'ollama' && isLoopbackAddress(baseUrl));
  }
  return tools;
}
