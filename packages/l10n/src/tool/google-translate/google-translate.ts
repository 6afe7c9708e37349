import { google } from '../../mt/google/engine.js';
import { mtTool } from '../mt/mt-tool.js';

/** Translates with Google. */
export const googleTranslate = mtTool({
  engine: google,
  displayName: 'Google Translate',
  properties: {
    projectId: {
      type: 'string',
      pattern: '^[a-z0-9:.-]+$',
      description: 'Is the project whose advanced API is used; the basic one is used without.',
    },
    location: {
      type: 'string',
      pattern: '^[a-z0-9-]+$',
      default: 'global',
      description: 'Is where the project translates and keeps its glossaries.',
    },
    glossaryId: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'Is the id of a glossary of the project; it counts before `glossary`.',
    },
  },
});
