import { resolveLocality, isLoopbackAddress, type Refinement } from '@helve/flow';
import { apertium } from '../../mt/apertium/engine.js';
import { DEMO_PROVIDER } from '../../model/demo-model.js';
import { mtTool } from '../../tool-kit/mt/mt-tool.js';
import { sendToCommand } from './send-to-command.js';

/** Contract changes for an engine on this machine. */
const local = { sideEffects: [], requires: ['target-language'] } as const satisfies Refinement;

/** Translates with Apertium on this machine: by its command, or by its HTTP server. */
export const apertiumTranslate = mtTool({
  engine: apertium,
  displayName: 'Apertium',
  meta: { exec: true },
  properties: {
    mode: {
      type: 'string',
      pattern: '^[A-Za-z_]+-[A-Za-z_]+$',
      description: 'Language pair to use, such as `eng-spa`.',
    },
    binary: {
      type: 'string',
      minLength: 1,
      'x-config': 'programs',
      default: 'apertium',
      description: 'Command to run, by name or path.',
    },
  },
  resolve: (config, info) => {
    const { provider, endpoint } = config;
    if (provider === DEMO_PROVIDER) return { ...resolveLocality(config, info), exec: false };
    if (typeof endpoint !== 'string') return { ...local, requires: ['target-language', 'exec'] };
    return isLoopbackAddress(endpoint) ? { ...local, exec: false } : { exec: false, requires: ['target-language'] };
  },
  send: (config, ctx) => (config.endpoint === undefined ? sendToCommand(config, ctx) : undefined),
});
