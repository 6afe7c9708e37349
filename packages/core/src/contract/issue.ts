import type { Json } from './json.js';

/** One thing that is wrong with a value, and where. */
export interface Issue {
  /** JSON pointer (RFC 6901) to the value; `''` is the whole. */
  readonly pointer: string;
  /** The JSON Schema keyword, or the rule, that said no. */
  readonly keyword: string;
  readonly message: string;
  readonly expected?: Json;
  readonly allowed?: readonly Json[];
  readonly suggestion?: string;
}
