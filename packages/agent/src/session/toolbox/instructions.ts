import type { ToolSummary } from '@helve/core';

/** What the instructions of a session are made of. */
export interface InstructionParts {
  /** The application's own. */
  readonly own: string;
  readonly summaries: readonly ToolSummary[];
  /** The documentation of a tool, where full docs are wanted. */
  readonly documentationOf?: ((id: string) => string | null) | undefined;
  readonly hasDocs: boolean;
  readonly budgetChars: number;
}

/** Own words first, then what is known about the tools, as far as it fits; what does not fit is told. */
export function toInstructions(parts: InstructionParts): string {
  const { own, summaries, documentationOf, hasDocs, budgetChars } = parts;
  if (summaries.length === 0) return own;
  const blocks = summaries.map((tool) => blockOf(tool, documentationOf));
  const shown = takeFitting(blocks, budgetChars);
  const missing = blocks.length - shown.length;
  const more = missing === 0 ? [] : [`… and ${missing} more.`];
  const hint = hasDocs ? ['The whole documentation of a tool comes from tool_docs.'] : [];
  return [...(own === '' ? [] : [own]), '# Tools', ...shown, ...more, ...hint].join('\n\n');
}

function blockOf({ id, category, summary }: ToolSummary, documentationOf: InstructionParts['documentationOf']): string {
  const documentation = documentationOf?.(id) ?? null;
  return `## ${id} (${category})\n${documentation ?? summary}`;
}

function takeFitting(blocks: readonly string[], budgetChars: number): readonly string[] {
  let left = budgetChars;
  const end = blocks.findIndex((block) => (left -= block.length) < 0);
  return end === -1 ? blocks : blocks.slice(0, end);
}
