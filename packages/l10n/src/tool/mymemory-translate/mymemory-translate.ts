import { mymemory } from '../../mt/mymemory/engine.js';
import { mtTool } from '../../tool-kit/mt/mt-tool.js';

/** Translates with MyMemory. */
export const mymemoryTranslate = mtTool({
  engine: mymemory,
  displayName: 'MyMemory',
  properties: {
    email: {
      type: 'string',
      format: 'email',
      description: 'Contact address, which raises the daily limit.',
    },
  },
});
