import type { Issue } from '../../contract/issue.js';
import type { JsonSchema } from '../../contract/schema.js';
import { JsonSchemaError } from './read/json-schema-error.js';
import { maxRounds } from './limits.js';
import { limitFits, NodeCompiler } from './rule/node-compiler.js';
import { SchemaScopes } from './shape/schema-scope.js';
import { readSchema } from './read/read-schema.js';
import { unsure, type Check, type Fits, type ShapePolicy } from './rule/rule.js';
import { Run, RunLimitError, type RunLimit } from './rule/run.js';
import type { SchemaNode } from './read/schema-node.js';

export { JsonSchemaError } from './read/json-schema-error.js';

/** Options for everything that JSON Schema itself leaves open. */
export interface CompileOptions {
  /**
   * `allow` (plain JSON Schema, the default), `reject` (unknown properties are issues) or `strip` (dropped from the
   * returned copy).
   */
  readonly unknown?: 'allow' | 'reject' | 'strip';
  /** Fill in the `default`s of missing properties, into a copy. Off by default. */
  readonly defaults?: boolean;
  /** Assert `format`. On by default. */
  readonly formats?: boolean;
  /** Refuse texts that hold up an engine that backtracks, for those who match the patterns once more. Off by default. */
  readonly sparesBacktracking?: boolean;
  /** More schema resources by absolute URI; without them a remote `$ref` is refused. */
  readonly resources?: Readonly<Record<string, JsonSchema>>;
}

/** A verdict: the value to go on with and pointers to what was dropped, or everything that is wrong. */
export type CheckResult =
  | { readonly ok: true; readonly value: unknown; readonly stripped: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A schema ready to check values. */
export interface CompiledSchema {
  check(value: unknown): CheckResult;
  /** True if a value surely fits as it is, which is quicker to ask; absent where only the whole check can tell. */
  readonly fitsPlainly: Fits | undefined;
}

const nothingStripped: readonly string[] = Object.freeze([]);

/** Compiles a JSON Schema 2020-12 to closures; throws `JsonSchemaError` when the schema itself is broken. */
export function compileJsonSchema(schema: JsonSchema, options: CompileOptions = {}): CompiledSchema {
  const { root, problems, dynamic } = readSchema(schema, options.resources);
  const [problem] = problems;
  if (problem !== undefined) {
    const { pointer, keyword, message } = problem;
    throw new JsonSchemaError(pointer, keyword, `Cannot compile the schema at "${pointer}": ${message}`);
  }
  const { unknown = 'allow', defaults = false, formats = true, sparesBacktracking = false } = options;
  const policy: ShapePolicy = { unknown, defaults };
  const compiler = new NodeCompiler({ policy, assertFormats: formats, sparesBacktracking, tracksScope: dynamic });
  const { fits, check } = compiler.compile(root);
  const fitsPlainly = dynamic || fits === unsure ? undefined : limitFits(fits);
  const shape = compileShape(root, (node) => compiler.compile(node).check, policy);

  /** One pass over a value: shape it, then check the result. */
  function pass(value: unknown, run: Run, reporting: boolean): CheckResult | undefined {
    run.restart(reporting);
    run.sparesBacktracking = sparesBacktracking;
    if (dynamic) run.scope.push(root.resource);
    const shaped = shape === undefined ? value : shape(value, run);
    if (!run.refused && check(shaped, run, undefined) && run.issues.length === 0) {
      return { ok: true, value: shaped, stripped: run.stripped ?? nothingStripped };
    }
    return reporting ? { ok: false, issues: run.issues } : undefined;
  }

  return {
    fitsPlainly,
    check(value) {
      if (fitsPlainly?.(value) === true) return { ok: true, value, stripped: nothingStripped };
      // The run is kept between checks, whatever their schemas; a check inside a check (a getter may start one) takes a fresh one.
      const run = spare ?? new Run();
      spare = undefined;
      try {
        return pass(value, run, false) ?? pass(value, run, true) ?? limited('depth', 'it changes while it is read');
      } catch (error) {
        if (error instanceof RunLimitError) return limited(error.limit, error.message);
        if (error instanceof RangeError) return limited('depth', 'nested deeper than the stack allows');
        throw error;
      } finally {
        spare = run;
      }
    },
  };
}

/** The run of the last check, for the next one. */
let spare: Run | undefined;

function limited(keyword: RunLimit, reason: string): CheckResult {
  return { ok: false, issues: [{ pointer: '', keyword, message: `Cannot check the value: ${reason}` }] };
}

type Shape = (value: unknown, run: Run) => unknown;

/** Unknown names and defaults; undefined in the plain case, which leaves values alone. */
function compileShape(root: SchemaNode, checkOf: (node: SchemaNode) => Check, policy: ShapePolicy): Shape | undefined {
  if (policy.unknown === 'allow' && !policy.defaults) return undefined;
  const scopes = new SchemaScopes(policy, checkOf);
  const scope = scopes.scopeOf([root]);
  if (scope === undefined) return undefined;
  return (value, run) => {
    let shaped = scope.shape(value, run);
    // A dropped name or a default may have moved a condition, so the rest is shaped by what applies now.
    for (let before = value, round = 1; shaped !== before && scopes.conditional && round < maxRounds; round++) {
      before = shaped;
      shaped = scope.shape(before, run);
    }
    return shaped;
  };
}
