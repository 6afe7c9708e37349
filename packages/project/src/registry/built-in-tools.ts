import type { Governance } from '../config/caller-keys.js';
import type { CollectedTool } from './collect-tools.js';
import type { LazyStore } from '../caller/lazy-store.js';

/** Tools that come with the rules: what a rule takes away for now, a tool gives later. */
export async function builtInTools(governance: Governance, { open }: LazyStore): Promise<CollectedTool[]> {
  if (governance === false || (typeof governance === 'object' && governance.resultCap === false)) return [];
  const { createResultRead } = await import('@helve/govern');
  const store: Parameters<typeof createResultRead>[0]['store'] = {
    put: async (...piece) => (await open()).result.put(...piece),
    read: async (...wanted) => (await open()).result.read(...wanted),
  };
  return [{ tool: createResultRead({ store }), kind: 'built-in', from: 'Helve' }];
}
