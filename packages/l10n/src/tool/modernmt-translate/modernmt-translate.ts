import { modernmt } from '../../mt/modernmt/engine.js';
import { mtTool } from '../mt/mt-tool.js';

/** Translates with ModernMT. */
export const modernmtTranslate = mtTool({
  engine: modernmt,
  displayName: 'ModernMT',
  properties: {
    hints: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description: 'Lists the ids of memories to lean on.',
    },
    contextVector: {
      type: 'string',
      minLength: 1,
      description: 'Is how much each memory counts, as ModernMT gave it.',
    },
  },
});
