import type { HookSource } from '../contract/hook-context.js';
import type { ToolHook } from '../contract/hook.js';
import type { ToolSchema } from '../contract/schema.js';
import { stageTable } from '../contract/stage.js';
import { nearestNames } from '../errors/nearest-name.js';

const extras: {
  readonly [K in Exclude<keyof HookSource<ToolSchema, undefined>, (typeof stageTable)[number]['stage']>]: true;
} = {
  name: true,
  priority: true,
  filter: true,
  redactChunk: true,
  keepsTrace: true,
  asksPeople: true,
};
const keys: ReadonlySet<string> = new Set([...stageTable.map(({ stage }) => stage), ...Object.keys(extras)]);

/** Defines a hook; the context of each stage is typed by what a call has come to by then. */
export function defineHook<In extends ToolSchema = ToolSchema, Out extends ToolSchema | undefined = undefined>(
  source: HookSource<In, Out>,
): ToolHook {
  for (const key of Object.keys(source)) if (!keys.has(key)) throw new TypeError(unknownKey(key));
  // The types of the stages only narrow what the engine hands over.
  return Object.freeze({ ...source }) as ToolHook;
}

function unknownKey(key: string): string {
  const [nearest] = nearestNames(key, keys);
  return `Cannot define a hook: "${key}" is no stage${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}
