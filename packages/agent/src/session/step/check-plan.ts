import { nearestNames, type ToolError } from '@helve/core';
import { anObject, aBoolean, check, checkOptions, eitherOf, oneOf, type OptionChecks } from '@helve/core/options';
import { agentErrors } from '../../agent-errors.js';
import type { ToolChoice } from '../../contract/transport.js';
import type { TurnOptions } from '../turn-options.js';
import type { StepPlan } from './prepare-step.js';

const aText = check('a text', (value) => typeof value === 'string');
const aList = check('a list', Array.isArray);

/** A tool choice as applications write it. */
const aToolChoice = eitherOf(
  oneOf('auto', 'none', 'required'),
  check('an object with the `name` of a tool', (value) => {
    return anObject.accepts(value) && typeof Reflect.get(value as object, 'name') === 'string';
  }),
);

const checks: OptionChecks<StepPlan> = {
  model: aText,
  tools: aList,
  toolChoice: aToolChoice,
  instructions: aText,
  history: aList,
  stop: aBoolean,
};

const turnChecks: OptionChecks<TurnOptions> = {
  toolChoice: aToolChoice,
  output: check('a schema', (value) => anObject.accepts(value) || typeof value === 'function'),
};

/** Throws for options of a turn that are misspelt or of the wrong kind. */
export function checkTurnOptions(options: TurnOptions = {}): void {
  checkOptions(options, turnChecks, (problem, suggestion) => invalid(problem, suggestion, 'run a turn'));
}

/** Throws for a plan that is misspelt, or that names tools which the session does not have. */
export function checkPlan(plan: StepPlan, ids: readonly string[]): StepPlan {
  const checked = checkOptions(plan, checks, invalid);
  for (const id of checked.tools ?? []) assertTool(id, ids);
  assertChoice(checked.toolChoice, ids);
  return checked;
}

/** Throws for a choice of a tool that there is not. */
export function assertChoice(choice: ToolChoice | undefined, ids: readonly string[]): void {
  if (typeof choice === 'object') assertTool(choice.name, ids);
}

function assertTool(id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return;
  const [nearest] = nearestNames(id, ids);
  throw invalid(`there is no tool "${id}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
}

function invalid(problem: string, suggestion?: string, action = 'prepare a step'): ToolError {
  const details = suggestion === undefined ? {} : { details: { suggestion } };
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action, problem }, details);
}
