import { deepl } from '../../mt/deepl/engine.js';
import { mtTool } from '../mt/mt-tool.js';

/** Translates with DeepL. */
export const deeplTranslate = mtTool({
  engine: deepl,
  displayName: 'DeepL',
  properties: {
    glossaryId: { type: 'string', minLength: 1, description: 'Is the id of a glossary; it counts before `glossary`.' },
    modelType: {
      enum: ['latency_optimized', 'quality_optimized', 'prefer_quality_optimized'],
      description: 'Is the kind of model that DeepL uses.',
    },
  },
});
