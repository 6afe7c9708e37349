import { annotations } from '../keyword-table.js';
import { mergeSchemas } from './merge-schemas.js';
import { schemaItems, omit, type SchemaNode } from './schema-node.js';
import { reportLoss, type SchemaPosition } from './schema-position.js';
import { tidy } from './tidy.js';

/**
 * Takes null out of a union for dialects that mark it beside the schema, and replaces a union of one branch by that
 * branch. True when the node has changed and needs another look.
 */
export function settleNull(position: SchemaPosition): boolean {
  const { node, projection } = position;
  if (projection.action('type with null') !== 'nullable' || !Array.isArray(node['anyOf'])) return false;
  const branches = schemaItems(node['anyOf']);
  const others = branches.filter((branch) => typeof branch === 'boolean' || branch['type'] !== 'null');
  if (others.length === branches.length || others.length === 0) return false;
  position.out['nullable'] = true;
  reportLoss(position, 'anyOf', 'rewritten', 'same', 'null as nullable');
  const [only] = others;
  const rest = omit(node, 'anyOf');
  const joined = others.length === 1 && typeof only === 'object' ? join(position, rest, only) : undefined;
  position.node = projection.from(node, joined === undefined ? { ...rest, anyOf: others } : { ...joined });
  if (joined !== undefined) tidy(position);
  return joined !== undefined;
}

function join(position: SchemaPosition, rest: SchemaNode, branch: SchemaNode): SchemaNode | undefined {
  const free = Object.keys(rest).every((keyword) => annotations.has(keyword));
  const pointer = position.projection.pointerOf(branch, position.at.pointer);
  for (const keyword of Object.keys(branch).filter((name) => annotations.has(name) && Object.hasOwn(rest, name))) {
    const note = 'the schema it stands in says it already';
    position.projection.lose({ pointer, keyword, action: 'dropped', effect: 'same', note });
  }
  return free ? { ...branch, ...rest } : mergeSchemas(rest, branch);
}
