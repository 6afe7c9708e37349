import type { JsonObject } from './json.js';
import type { ToolContract } from './tool.js';

/** The fate of one keyword of a schema on its way to a provider. */
export interface Loss {
  readonly pointer: string;
  readonly keyword: string;
  readonly action: 'moved' | 'rewritten' | 'inlined' | 'dropped' | 'refused';
  /** The values that the provider's form takes: the same, more of them, or fewer. */
  readonly effect: 'same' | 'wider' | 'narrower';
  readonly note: string;
}

/**
 * One thing to undo in the arguments a model sends. A pointer names the value as the model sends it; in it, `*` stands
 * for every item or member, and `~2` for a star that is a name.
 */
export type RestoreStep =
  | { readonly step: 'renamed'; readonly pointer: string; readonly from: string; readonly to: string }
  | { readonly step: 'null-removed'; readonly pointer: string }
  | { readonly step: 'enum-number'; readonly pointer: string; readonly values: readonly number[] }
  /** The value is undone like those of a definition, such as `#Node`, whose own steps have pointers that begin so. */
  | { readonly step: 'defined'; readonly pointer: string; readonly definition: string };

/** The steps that turn arguments in a provider's form back into those of the tool: plain data. */
export type RestorePlan = readonly RestoreStep[];

/** The name of each tool for providers, by its id; reversed by exact lookup only. */
export type NameMap = Readonly<Record<string, string>>;

/** A tool in a provider's form. */
export interface Compiled {
  readonly schema: JsonObject;
  readonly losses: readonly Loss[];
  readonly restore: RestorePlan;
}

/** The form cannot be made for this tool; the losses say why. */
export interface Refused {
  readonly refused: true;
  readonly losses: readonly Loss[];
}

/** Makes the form of one provider; `provider` is the key it is kept under, such as `openaiStrict`. */
export interface SchemaCompiler {
  readonly provider: string;
  readonly version: string;
  compile(tool: ToolContract, names: NameMap): Compiled | Refused;
}
