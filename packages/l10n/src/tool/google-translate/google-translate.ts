import { google } from '../../mt/google/engine.js';
import { mtTool } from '../../tool-kit/mt/mt-tool.js';

/** Translates with Google. */
export const googleTranslate = mtTool({
  engine: google,
  displayName: 'Google Translate',
  properties: {
    projectId: {
      type: 'string',
      pattern: '^[a-z0-9:.-]+$',
      description: 'Project whose advanced API is used. Default: none, which uses the basic API.',
    },
    location: {
      type: 'string',
      pattern: '^[a-z0-9-]+$',
      default: 'global',
      description: 'Location in which the project translates and keeps its glossaries.',
    },
    glossaryId: {
      type: 'string',
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'Id of a glossary of the project; it takes precedence over `glossary`.',
    },
  },
});
