import { createContext, Script, type Context } from 'node:vm';
import { compileJsonSchema, type JsonSchemaObject } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { McpAsked } from './mcp-answer.js';

/** How long a value may be held against the schema of a stranger; most take a thousandth of the shorter time. */
const limitMs = 1_000;
/** The same once a value took longer than that: nobody holds us up for long by doing it again. */
const limitOfSuspectsMs = 20;

/** Throws where a value cannot be held against a schema in time; whether it fits is not said here. */
export type SchemaLimit = (value: unknown) => void;

/**
 * A pattern of a stranger may take for ever with a value that a stranger made, and nothing else would run meanwhile. What
 * ends in time here does so in the engine too. Undefined where a schema has no patterns, as most have none.
 */
export function limitSchema(asked: McpAsked, schema: JsonSchemaObject | undefined): SchemaLimit | undefined {
  if (schema === undefined || !/"pattern(?:Properties)?":/.test(JSON.stringify(schema))) return undefined;
  let check: ((value: unknown) => unknown) | undefined;
  let patienceMs = limitMs;
  return (value) => {
    check ??= compileJsonSchema(schema).check;
    try {
      runWithin(patienceMs, check, value);
    } catch (thrown) {
      if (!isOverdue(thrown)) throw thrown;
      const problem = `its schema takes longer than ${patienceMs} ms to check`;
      patienceMs = limitOfSuspectsMs;
      throw gatewayErrors.create('GATEWAY_MCP_CALL_REFUSED', { ...asked, problem });
    }
  };
}

let room: { readonly context: Context; readonly script: Script } | undefined;

function runWithin(timeout: number, check: (value: unknown) => unknown, value: unknown): void {
  const { context, script } = (room ??= { context: createContext({}), script: new Script('check(value)') });
  Object.assign(context, { check, value });
  script.runInContext(context, { timeout });
}

/** The error is of another context, whose `Error` is not ours. */
function isOverdue(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' && thrown !== null && Reflect.get(thrown, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
