import { modernmt } from '../../mt/modernmt/engine.js';
import { mtTool } from '../../tool-kit/mt/mt-tool.js';

/** Translates with ModernMT. */
export const modernmtTranslate = mtTool({
  engine: modernmt,
  displayName: 'ModernMT',
  properties: {
    hints: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description: 'Ids of the memories to use.',
    },
    contextVector: {
      type: 'string',
      minLength: 1,
      description: 'Weight of each memory, as returned by ModernMT.',
    },
  },
});
