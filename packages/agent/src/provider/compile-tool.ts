import {
  deepFreeze,
  type Compiled,
  type JsonObject,
  type Loss,
  type NameMap,
  type Refused,
  type RestorePlan,
  type SchemaCompiler,
  type ToolContract,
} from '@helve/core';
import { describe } from './projection/describe.js';
import type { Dialect } from './projection/dialect.js';
import { projectSchema } from './projection/project-schema.js';
import { readProperties } from './projection/schema-node.js';
import { requiredCycle } from './projection/required-cycle.js';
import { overLimit } from './projection/strict-limits.js';
import type { Projection } from './projection/projection.js';
import { toProviderNames } from './provider-names.js';
import { planRestore } from './restore/plan-restore.js';

/** Raised whenever a compiler produces other forms for an unchanged tool, so that old artifacts are recognised. */
export const compilerVersion = '1';

/** The parts of a provider's declaration of a tool. */
export interface ToolForm {
  readonly tool: ToolContract;
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly restore: RestorePlan;
}

/** One key of a provider: its dialect, and the shape of a declaration. */
export interface FormSpec {
  readonly provider: string;
  readonly dialect: Dialect;
  readonly declare: (form: ToolForm) => JsonObject;
}

interface Projected {
  readonly description: string;
  readonly parameters: JsonObject;
  readonly losses: readonly Loss[];
  readonly restore: RestorePlan;
  readonly refused: boolean;
}

/** Creates the compiler of one key; it does not change the tools it is given. */
export function createSchemaCompiler({ provider, dialect, declare }: FormSpec): SchemaCompiler {
  return Object.freeze({
    provider,
    version: compilerVersion,
    compile(tool: ToolContract, names: NameMap): Compiled | Refused {
      const { refused, losses, restore, description, parameters } = projectTool(dialect, tool);
      if (refused) return Object.freeze({ refused, losses });
      const schema = declare({ tool, name: providerName(tool, names), description, parameters, restore });
      return Object.freeze({ schema: deepFreeze(schema), losses, restore });
    },
  });
}

/** Returns the provider's name of a tool. */
function providerName({ id }: ToolContract, names: NameMap): string {
  return (Object.hasOwn(names, id) ? names[id] : toProviderNames([id])[id]) ?? id;
}

// Several keys share a dialect, and a contract is frozen: its projection is made once.
const projections = new WeakMap<Dialect, WeakMap<ToolContract, Projected>>();

function projectTool(dialect: Dialect, tool: ToolContract): Projected {
  const known = projections.get(dialect) ?? new WeakMap<ToolContract, Projected>();
  projections.set(dialect, known);
  const made = known.get(tool) ?? project(dialect, tool);
  if (Object.isFrozen(tool)) known.set(tool, made);
  return made;
}

function project(dialect: Dialect, tool: ToolContract): Projected {
  const { projection, out: made } = projectSchema(dialect, tool.inputSchema);
  const out = dialect.omitsEmpty && Object.keys(readProperties(made)).length === 0 ? omitAll(projection, made) : made;
  const { text, cut } = describe(tool.description, projection.rootRules, dialect.maxDescriptionLength);
  if (cut > 0) loseAtRoot(projection, 'description', 'dropped', `${cut} characters too long: cut`);
  const { plan, unclear } = planRestore(projection.marks);
  if (unclear.length > 0)
    loseAtRoot(projection, 'anyOf', 'refused', `null may mean two things at ${unclear.join(', ')}`);
  checkWhole(projection, out);
  return {
    description: text,
    parameters: deepFreeze({ ...out }) as JsonObject,
    losses: projection.losses.list(),
    restore: plan,
    refused: projection.losses.refused,
  };
}

/** Omits the schema of a tool without parameters, and reports the keywords that are lost. */
function omitAll(projection: Projection, out: Record<string, unknown>): Record<string, unknown> {
  for (const keyword of Object.keys(out)) {
    if (!['type', 'properties', 'required'].includes(keyword)) {
      loseAtRoot(projection, keyword, 'dropped', 'there are no parameters to say it of');
    }
  }
  return {};
}

function checkWhole(projection: Projection, out: Record<string, unknown>): void {
  const { limits, refusesRequiredCycles } = projection.dialect;
  const over = limits === undefined ? undefined : overLimit(out, limits);
  if (over !== undefined) loseAtRoot(projection, 'properties', 'refused', over);
  const cycle = refusesRequiredCycles ? requiredCycle(out) : undefined;
  if (cycle !== undefined) loseAtRoot(projection, '$ref', 'refused', `"${cycle}" must contain itself`);
}

function loseAtRoot(projection: Projection, keyword: string, action: Loss['action'], note: string): void {
  projection.lose({ pointer: '', keyword, action, effect: 'same', note });
}
