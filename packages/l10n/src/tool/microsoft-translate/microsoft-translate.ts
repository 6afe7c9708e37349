import { microsoft } from '../../mt/microsoft/engine.js';
import { mtTool } from '../../tool-kit/mt/mt-tool.js';

/** Translates with Microsoft. */
export const microsoftTranslate = mtTool({
  engine: microsoft,
  displayName: 'Microsoft Translator',
  properties: {
    region: { type: 'string', minLength: 1, description: 'Region of the resource that the key belongs to.' },
    category: { type: 'string', minLength: 1, description: 'Custom system that was trained for you.' },
  },
});
