import { FlowToolRegistry, registerAll } from '@helve/flow';
import { describeRegistry } from '@helve/flow/testing';
import { callOf } from '../testing/call-of.js';
import { draft, memoryOf } from '../testing/memory-kit.js';
import { aiTranslate } from './ai-translate/ai-translate.js';
import { batch } from './batch/batch.js';
import { caseTransform } from './case-transform/case-transform.js';
import { createExecRunTool } from './external-command/create-exec-run-tool.js';
import { externalCommand } from './external-command/external-command.js';
import { layerProcessor } from './layer-processor/layer-processor.js';
import { script } from './script/script.js';
import { tmLeverage } from './tm-leverage/tm-leverage.js';

const registry = new FlowToolRegistry().registerProvider('demo', true);
registerAll(registry, [aiTranslate, batch, caseTransform, externalCommand, layerProcessor, script, tmLeverage]);

const memory = await memoryOf([draft({ en: 'Hello world.', fr: 'Bonjour.' })]);

describeRegistry(registry.seal(), {
  configs: {
    'external-command': { command: 'cat' },
    'layer-processor': { layers: { html: { steps: [{ tool: 'case-transform' }] } } },
    script: { code: 'export function process() {}' },
  },
  contextFor: () => ({
    call: callOf(createExecRunTool({ environment: process.env })),
    resources: { get: (uri) => (uri === 'tm:project' ? memory : undefined) },
  }),
});
