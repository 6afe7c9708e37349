import type { JsonObject } from '@helve/core';
import type { Runs, UnitToTranslate } from '@helve/flow';

/** What came of one unit: content that can be used, content that cannot, or nothing. */
export type UnitAnswer =
  | { readonly text: string; readonly runs: Runs; readonly reference: string }
  | { readonly fault: string; readonly text: string; readonly runs: Runs; readonly reference: string }
  | { readonly error: unknown };

/** One text to translate, as a model is asked for it. */
export interface AskedUnit {
  /** Unlike that of any other unit of the group. */
  readonly id: string;
  readonly block: string;
  readonly unit: UnitToTranslate;
  /** What goes along with the text. */
  readonly item: JsonObject & { readonly text: string };
  verify(text: string, reference: string): UnitAnswer;
}
