import type { Issue } from '../contract/issue.js';
import type { ToolRecord } from '../contract/tool.js';
import { toolDefinitionKeys } from '../tool/tool-definition.js';
import { classOf } from '../tool/tool-from-class.js';
import { getDefinition } from '../tool/tool-metadata.js';
import { toolRecordKeys } from '../tool/tool-record-keys.js';

/** Fields that Helve does not know: kept as they are, and said, since one may be misspelt. */
export function noteStrangers(tool: Partial<Record<keyof ToolRecord, unknown>>): Issue[] {
  const definition = getDefinition(classOf(tool as ToolRecord));
  return definition === undefined ? strangers(tool, toolRecordKeys) : strangers(definition, toolDefinitionKeys);
}

function strangers(owner: object, known: ReadonlySet<string>): Issue[] {
  return Object.keys(owner)
    .filter((key) => !known.has(key))
    .map((key) => ({
      pointer: `/${key}`,
      keyword: 'unknown',
      message: `"${key}" means nothing to Helve and is kept as it is`,
    }));
}
