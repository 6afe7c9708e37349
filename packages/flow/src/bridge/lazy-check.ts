import { compileJsonSchema, type JsonSchemaObject } from '@helve/core';

type Compiled = ReturnType<typeof compileJsonSchema>;

/** A check that is compiled with the first value that it looks at: most processes have none. */
export function lazyCheck(schema: JsonSchemaObject): Compiled['check'] {
  let compiled: Compiled | undefined;
  return (value) => (compiled ??= compileJsonSchema(schema)).check(value);
}
