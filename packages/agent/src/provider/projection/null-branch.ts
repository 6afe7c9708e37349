import { annotations } from '../keyword-table.js';
import { mergeSchemas } from './merge-schemas.js';
import { branchesOf, omit, type SchemaNode } from './schema-node.js';
import { tell, type Spot } from './spot.js';
import { tidy } from './tidy.js';

/** For dialects that say null beside the schema: takes it out of a union, and the union apart when one branch is left. True when there is then something new to look at. */
export function settleNull(spot: Spot): boolean {
  const { node, work } = spot;
  if (work.action('type with null') !== 'nullable' || !Array.isArray(node['anyOf'])) return false;
  const branches = branchesOf(node['anyOf']);
  const others = branches.filter((branch) => typeof branch === 'boolean' || branch['type'] !== 'null');
  if (others.length === branches.length || others.length === 0) return false;
  spot.out['nullable'] = true;
  tell(spot, 'anyOf', 'rewritten', 'same', 'null as nullable');
  const [only] = others;
  const rest = omit(node, 'anyOf');
  const joined = others.length === 1 && typeof only === 'object' ? join(spot, rest, only) : undefined;
  spot.node = work.from(node, joined === undefined ? { ...rest, anyOf: others } : { ...joined });
  if (joined !== undefined) tidy(spot);
  return joined !== undefined;
}

function join(spot: Spot, rest: SchemaNode, branch: SchemaNode): SchemaNode | undefined {
  const free = Object.keys(rest).every((keyword) => annotations.has(keyword));
  const pointer = spot.work.pointerOf(branch, spot.at.pointer);
  for (const keyword of Object.keys(branch).filter((name) => annotations.has(name) && Object.hasOwn(rest, name))) {
    const note = 'the schema it stands in says it already';
    spot.work.lose({ pointer, keyword, action: 'dropped', effect: 'same', note });
  }
  return free ? { ...branch, ...rest } : mergeSchemas(rest, branch);
}
