import { isPlainObject } from '../../../json/is-plain-object.js';
import { Evaluated } from './evaluated.js';
import { hasProperty } from './has-property.js';
import { unsure, type Check, type Rule, type RuleSource } from './rule.js';
import type { Run } from './run.js';
import type { SchemaNode } from '../read/schema-node.js';
import { failUnknown } from './unknown-property.js';

/** Puts `unevaluatedProperties` and `unevaluatedItems` behind everything else that a node asks. */
export function withUnevaluated(node: SchemaNode, inner: Check | undefined, source: RuleSource): Rule {
  const { unevaluatedProperties, unevaluatedItems } = node;
  const onName = unevaluatedProperties && source.ruleOf(unevaluatedProperties, node).check;
  const onItem = unevaluatedItems && source.ruleOf(unevaluatedItems, node).check;
  const refusesNames = unevaluatedProperties?.never === true;

  const check: Check = (value, run, outer) => {
    const isArray = Array.isArray(value);
    if (!isArray && !isPlainObject(value)) return inner === undefined || inner(value, run, outer);
    const evaluated = new Evaluated();
    let ok = inner === undefined || inner(value, run, evaluated);
    if (!ok && run.decided) return false;
    if (isArray && onItem !== undefined) ok = checkItems(value, run, evaluated, onItem) && ok;
    if (!isArray && onName !== undefined) ok = checkNames(value, run, evaluated, onName, refusesNames) && ok;
    outer?.merge(evaluated);
    return ok;
  };
  return { fits: unsure, check };
}

function checkNames(
  value: Record<string, unknown>,
  run: Run,
  evaluated: Evaluated,
  check: Check,
  refuses: boolean,
): boolean {
  let ok = true;
  for (const name in value) {
    if (!hasProperty(value, name) || evaluated.hasName(name)) continue;
    const holds = refuses
      ? run.reporting && failUnknown(run, name, 'unevaluatedProperties', [...evaluated.names])
      : run.checkMember(check, value[name], name);
    if (holds) continue;
    if (run.decided) return false;
    ok = false;
  }
  evaluated.markAllNames();
  return ok;
}

function checkItems(value: readonly unknown[], run: Run, evaluated: Evaluated, check: Check): boolean {
  let ok = true;
  for (const [at, item] of value.entries()) {
    if (evaluated.hasItem(at) || run.checkMember(check, item, at)) continue;
    if (run.decided) return false;
    ok = false;
  }
  evaluated.markItemsBelow(value.length);
  return ok;
}
