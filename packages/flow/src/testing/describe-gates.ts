import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../contract/diagnostic.js';
import { compileFlow } from '../check/compile-flow.js';
import { builtInFlows } from '../document/built-in-flows.js';
import { resolveFlowLocales } from '../locale/resolve-flow-locales.js';
import type { FlowToolRegistry } from '../tool/flow-tool-registry.js';
import { gateVectors, localeVectors } from './gate-vectors.js';

const targets = ['de', 'fr', 'ja'];

/** Checks the flows in the vectors against a registry with the tools of the toolbox. */
export function describeGates(registry: FlowToolRegistry): void {
  describe('flow gates', () => {
    test.each(builtInFlows)('KV20 the built-in flow $name passes every check', (flow) => {
      const compiled = compileFlow(flow, registry, { sourceLocale: 'en', targetLocales: targets });
      expect(compiled.diagnostics).toEqual([]);
      expect(compiled.plan?.flow).toBe(flow.name);
    });

    test.each(gateVectors)('$id $title', ({ steps, env, says }) => {
      const flow = { name: 'Vector', spec: { steps } };
      const { diagnostics } = compileFlow(flow, registry, {
        sourceLocale: 'en',
        targetLocales: targets,
        sink: 'file',
        ...env,
      });
      expect(diagnostics.map(short).toSorted()).toEqual(says.toSorted());
    });

    test('KV25 an unknown tool comes with a suggestion', () => {
      const flow = { name: 'Vector', spec: { steps: [{ tool: 'qa-chek' }] } };
      const [found] = compileFlow(flow, registry, { sourceLocale: 'en' }).diagnostics;
      expect(found?.hint).toContain('"qa-check"');
    });

    test.each(localeVectors)('KV26 the passes of $title', ({ steps, passes }) => {
      const found = resolveFlowLocales({ steps }, registry, 'en', targets);
      expect(found.map((pass) => pass.join(' '))).toEqual(passes);
    });
  });
}

function short({ severity, rule, node }: Diagnostic): string {
  return `${severity} ${rule} ${node ?? ''}`;
}
