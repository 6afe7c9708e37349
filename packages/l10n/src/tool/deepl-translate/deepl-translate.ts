import { deepl } from '../../mt/deepl/engine.js';
import { mtTool } from '../../tool-kit/mt/mt-tool.js';

/** Translates with DeepL. */
export const deeplTranslate = mtTool({
  engine: deepl,
  displayName: 'DeepL',
  properties: {
    glossaryId: { type: 'string', minLength: 1, description: 'Id of a glossary; it takes precedence over `glossary`.' },
    modelType: {
      enum: ['latency_optimized', 'quality_optimized', 'prefer_quality_optimized'],
      description: 'Kind of model that DeepL uses.',
    },
  },
});
