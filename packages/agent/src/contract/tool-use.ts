/** A form that a text must have. */
export interface Grammar {
  readonly syntax: 'lark' | 'regex';
  readonly definition: string;
}

/** Uses of a tool by its provider, beyond plain calls by the model; one that the provider does not have is told as a loss. */
export interface ToolUse {
  /** True when the provider's own search loads the definition, so that the model does not read it before. */
  readonly deferred?: boolean;
  /** Who calls it: the model, or programs that the model writes. Default: the model alone. */
  readonly callers?: readonly ('model' | 'program')[];
  /** Lets the model write a plain text for the only parameter, in any form or in that of a grammar. */
  readonly freeform?: true | Grammar;
  /** True when the provider passes arguments on while they are written, before it has checked them. */
  readonly eagerInput?: boolean;
}

/** Wishes of a step that only some providers fulfil. */
export type TransportFeature = keyof ToolUse | 'parallelCalls';

/** Wishes of a step for its provider. */
export interface StepUses {
  /** Uses of tools by the provider's names. */
  readonly uses?: Readonly<Record<string, ToolUse>>;
  /** False for a model that makes one call at a time. */
  readonly parallelCalls?: boolean;
}
