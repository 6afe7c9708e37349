import { ToolHookStage } from '../contract/stage.js';
import type { Issue } from '../contract/issue.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type { ToolRecord } from '../contract/tool.js';
import { nearestNames } from '../errors/nearest-name.js';

/** The stages a tool lists hooks under, and the hooks themselves. */
export function checkHooks(tool: Partial<Record<keyof ToolRecord, unknown>>): Issue[] {
  const { hooksByStage, hooks } = tool;
  const byStage = isPlainObject(hooksByStage)
    ? Object.entries(hooksByStage).flatMap(([stage, list]) => checkStage(stage, list))
    : [{ pointer: '/hooksByStage', keyword: 'type', message: 'Expected an object of hook lists, such as {}' }];
  return [...byStage, ...(hooks === undefined ? [] : checkList('/hooks', hooks))];
}

function checkStage(stage: string, list: unknown): Issue[] {
  const pointer = `/hooksByStage/${stage}`;
  if (Object.hasOwn(ToolHookStage, stage)) return checkList(pointer, list);
  const [nearest] = nearestNames(stage, Object.keys(ToolHookStage));
  const suggestion = nearest === undefined ? {} : { suggestion: `Did you mean "${nearest}"?` };
  return [{ pointer, keyword: 'enum', message: `Unknown stage "${stage}"`, ...suggestion }];
}

function checkList(pointer: string, list: unknown): Issue[] {
  if (!Array.isArray(list))
    return [{ pointer, keyword: 'type', message: 'Expected a list of hook classes or instances' }];
  return list.flatMap((hook: unknown, index) =>
    typeof hook === 'function' || (typeof hook === 'object' && hook !== null)
      ? []
      : [{ pointer: `${pointer}/${index}`, keyword: 'type', message: 'Expected a hook class or instance' }],
  );
}
