import { sha256, type JsonObject } from '@helve/core';
import type { PromptLocales, ToolInfo, ToolLookup, ToolPrompt } from '@helve/flow';
import { planSteps, type FlowPlan } from '@helve/flow/engine';

/** Prompt that one step would send to a model. */
export interface PlannedPrompt extends ToolPrompt {
  readonly node: string;
  readonly tool: string;
  /** SHA-256 of the text. */
  readonly digest: string;
}

/** Lists the prompts that the steps of a plan would send to models, without content. */
export function planPrompts(plan: FlowPlan, tools: ToolLookup): readonly PlannedPrompt[] {
  return planSteps(plan).flatMap(({ node, tool, config, localeSets }) => {
    const targets = [...new Set(localeSets.flatMap(([, ...others]) => others))];
    const prompts = tools.get(tool)?.prompts?.(config, { source: plan.sourceLocale, targets }) ?? [];
    return prompts.map((prompt) => ({ node, tool, ...prompt, digest: sha256(prompt.text) }));
  });
}

/** Digests the prompts of a step for its fingerprint. */
export function promptDigests(
  info: ToolInfo | undefined,
  config: JsonObject,
  locales: PromptLocales,
): Readonly<Record<string, string>> {
  const prompts = info?.prompts?.(config, locales) ?? [];
  return Object.fromEntries(prompts.map(({ name, text }) => [`prompt ${name}`, sha256(text)]));
}
