import { type JsonObject, pointerTo } from '@helve/core';
import type { Remark } from '../document/diagnostic-list.js';
import { checkConfig } from './check-config.js';
import type { ToolCatalog } from './compile-env.js';
import { configInvalid, unknownTool } from './remarks.js';

/** Everything wrong with the presets of a project, also those of tools that no flow uses; pointers start at `pointer`. */
export function checkPresets(
  presets: { readonly [tool: string]: JsonObject },
  tools: ToolCatalog,
  pointer = '/tools',
): Remark[] {
  return Object.entries(presets).flatMap(([name, preset]) => {
    const at = pointerTo(pointer, name);
    const info = tools.get(name);
    if (info === undefined) return [unknownTool(name, at, tools)];
    // A preset need not be whole: the step says the rest.
    return checkConfig(info, preset)
      .filter(({ keyword }) => keyword !== 'required')
      .map((issue) => configInvalid(info.name, at, issue));
  });
}
