import type { ToolInvokeContext } from '../contract/context.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type { JsonSchemaObject } from '../contract/schema.js';
import { NoSchemaMode, type ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';
import { normaliseParameters } from './normalise-parameters.js';
import type { ToolDefinition } from './tool-definition.js';
import { getDefinition } from './tool-metadata.js';

/** A class decorated with `@Tool`: constructed with the validated arguments, then run. */
export interface ToolClass {
  new (input: never): object;
  readonly name: string;
}

interface Runnable {
  run(params: unknown, ctx: ToolInvokeContext): unknown;
}

const anything: JsonSchemaObject = Object.freeze({ type: 'object', additionalProperties: true });
const classes = new WeakMap<ToolRecord, ToolClass>();

/** Makes the record of a decorated class: each call constructs an instance with the validated input and runs it. */
export function toolFromClass(target: ToolClass): ToolRecord {
  const definition = getDefinition(target);
  if (definition === undefined) throw refuse(target, 'it is not decorated with @Tool');
  const { name, description, policy, tags, strict, annotations } = definition;
  const record: ToolRecord = Object.freeze({
    id: name,
    name,
    description: description ?? '',
    ...inputOf(target, definition),
    hooksByStage: Object.freeze({}),
    ...(policy === undefined ? {} : { policy }),
    ...(tags === undefined ? {} : { tags }),
    ...(strict === undefined ? {} : { strict }),
    ...(annotations === undefined ? {} : { annotations }),
    execute: (input: unknown, ctx: ToolInvokeContext) => runInstance(target, input, ctx),
  });
  classes.set(record, target);
  return record;
}

/** The class a record was made of, if it was. */
export function classOf(record: ToolRecord): ToolClass | undefined {
  return classes.get(record);
}

/** Fails closed: without a schema a tool needs both the permission and the mode, written out. */
function inputOf(target: ToolClass, definition: ToolDefinition): Pick<ToolRecord, 'inputSchema' | 'noSchemaMode'> {
  const { parameters, allowNoSchema, noSchemaMode } = definition;
  if (parameters !== undefined) {
    if (!isPlainObject(parameters)) throw refuse(target, '"parameters" is not a JSON Schema object');
    return { inputSchema: normaliseParameters(definition, parameters) };
  }
  if (allowNoSchema !== true) throw refuse(target, '"parameters" is missing');
  if (noSchemaMode === undefined || !Object.hasOwn(NoSchemaMode, noSchemaMode)) {
    throw refuse(target, `"allowNoSchema" needs a "noSchemaMode" of ${Object.keys(NoSchemaMode).join(', ')}`);
  }
  return { inputSchema: anything, noSchemaMode };
}

function runInstance(target: ToolClass, input: unknown, ctx: ToolInvokeContext): unknown {
  const instance: object = Reflect.construct(target, [input]);
  return (instance as Runnable).run(input, ctx);
}

function refuse(target: ToolClass, problem: string): Error {
  return coreErrors.create('CALL_CLASS_INVALID', { name: target.name, problem });
}
