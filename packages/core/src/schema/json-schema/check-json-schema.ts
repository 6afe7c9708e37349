import type { Issue } from '../../contract/issue.js';
import { readSchema } from './read/read-schema.js';

/** All problems of a schema itself, with pointers into the schema; none means it compiles. */
export function checkJsonSchema(schema: unknown): Issue[] {
  return [...readSchema(schema).problems];
}
