import { annotations } from '../keyword-table.js';
import { pick, type SchemaNode } from './schema-node.js';
import { reportLoss, type SchemaPosition } from './schema-position.js';
import { declaredTypes, isPrimitive, readLiterals, typeKeyword, typeOfValue } from './value-type.js';

/**
 * Lists the values of an `enum` or `const` that the whole schema accepts, and drops all other rules, which are then
 * redundant. Values of several types become a union of lists where the dialect wants a type with each list.
 */
export function settleLiterals(position: SchemaPosition): void {
  const { node, projection } = position;
  const literals = readLiterals(node);
  if (literals === undefined || literals.length === 0 || projection.action('enum') === 'keep') return;
  const asConst = Object.hasOwn(node, 'const') && projection.action('const') !== 'enum';
  const accepted = projection.accepts(node, literals);
  const values = accepted.length === 0 ? literals : accepted;
  reportAbsorbed(position, values.length < literals.length);
  if (!asConst && Object.hasOwn(node, 'const'))
    reportLoss(position, 'const', 'rewritten', 'same', 'as an enum of one value');
  const types = groupByType(node, values);
  if (declaredTypes(node) === undefined && projection.action('enum') !== 'untyped') {
    reportLoss(position, 'type', 'rewritten', 'same', 'said, since the listed values have it');
  }
  const free = pick(node, (keyword) => annotations.has(keyword));
  const list = (these: readonly unknown[]) => (asConst ? { const: these[0] } : { enum: [...these] });
  if (types.size === 1 || keepsTogether(position, types, values)) {
    position.node = projection.from(node, { ...free, type: typeKeyword([...types.keys()]), ...list(values) });
    return;
  }
  const branches = [...types].map(([type, these]) => (type === 'null' ? { type } : { type, ...list(these) }));
  position.node = projection.from(node, { ...free, anyOf: branches });
  reportLoss(position, 'enum', 'rewritten', 'same', 'one list for each type');
}

/** Groups values by type; all numbers have one type, the declared one where there is one. */
function groupByType(node: SchemaNode, values: readonly unknown[]): Map<string, unknown[]> {
  const declared = declaredTypes(node) ?? [];
  const wholeOnly = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
  const number = wholeOnly && !declared.includes('number') ? 'integer' : 'number';
  const types = new Map<string, unknown[]>();
  for (const value of values) {
    const type = typeof value === 'number' ? number : typeOfValue(value);
    types.set(type, [...(types.get(type) ?? []), value]);
  }
  return types;
}

function keepsTogether(
  position: SchemaPosition,
  types: ReadonlyMap<string, unknown>,
  values: readonly unknown[],
): boolean {
  const action = position.projection.action('enum');
  if (action === 'untyped') return values.every(isPrimitive);
  return action === 'typed' && types.size === 2 && types.has('null') && values.every(isPrimitive);
}

function reportAbsorbed(position: SchemaPosition, fewer: boolean): void {
  const beside = Object.keys(position.node).filter((keyword) => !annotations.has(keyword));
  for (const keyword of beside) {
    if (!['type', 'enum', 'const'].includes(keyword)) {
      reportLoss(position, keyword, 'dropped', 'same', 'the listed values say it');
    }
  }
  if (fewer) reportLoss(position, 'enum', 'rewritten', 'same', 'values that the rest refuses are left out');
}
