import type { ToolSummary } from '@helve/core';

/** The parts of a session's instructions. */
export interface InstructionParts {
  /** Instructions of the application. */
  readonly own: string;
  readonly summaries: readonly ToolSummary[];
  /** Returns the documentation of a tool, where full docs are wanted. */
  readonly documentationOf?: ((id: string) => string | null) | undefined;
  readonly hasDocs: boolean;
  readonly budgetChars: number;
}

/** Joins the application's instructions and the descriptions of tools, as far as they fit; tells how many do not. */
export function toInstructions(parts: InstructionParts): string {
  const { own, summaries, documentationOf, hasDocs, budgetChars } = parts;
  if (summaries.length === 0) return own;
  const blocks = summaries.map((tool) => renderBlock(tool, documentationOf));
  const shown = takeFitting(blocks, budgetChars);
  const missing = blocks.length - shown.length;
  const more = missing === 0 ? [] : [`… and ${missing} more.`];
  const hint = hasDocs ? ['Call tool_docs for the full documentation of a tool.'] : [];
  return [...(own === '' ? [] : [own]), '# Tools', ...shown, ...more, ...hint].join('\n\n');
}

function renderBlock(
  { id, category, summary }: ToolSummary,
  documentationOf: InstructionParts['documentationOf'],
): string {
  const documentation = documentationOf?.(id) ?? null;
  return `## ${id} (${category})\n${documentation ?? summary}`;
}

function takeFitting(blocks: readonly string[], budgetChars: number): readonly string[] {
  let left = budgetChars;
  const end = blocks.findIndex((block) => (left -= block.length) < 0);
  return end === -1 ? blocks : blocks.slice(0, end);
}
