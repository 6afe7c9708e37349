import type { ComponentSchema } from '../contract/component-schema.js';
import type { IOPort, ToolMeta } from '../contract/meta.js';
import { toolMeta } from './tool-meta.js';

/** The contract of a tool for tests. Ports are written as `term@source`, `segmentation@source#clause`. */
export function metaOf(produces: readonly string[] = [], more: Partial<ToolMeta> = {}): ToolMeta {
  return toolMeta({ id: 'probe', category: 'enrich', produces: produces.map(toPort), ...more });
}

function toPort(key: string): IOPort {
  const [type = '', rest = ''] = key.split('@');
  const [side, layer] = rest.split('#');
  return { type, side: side === 'target' ? 'target' : 'source', ...(layer === undefined ? {} : { layer }) };
}

/** A schema without parameters. */
export const noParameters: ComponentSchema = {
  $id: 'probe',
  $version: '1.0.0',
  title: 'Probe',
  description: 'Has no parameters.',
  type: 'object',
  properties: {},
  additionalProperties: false,
};
