import { headText } from '../text/head-text.js';

const frontMatter =
  /^\uFEFF?---[ \t]*\r?\n[^]*?\n---[ \t]*\r?\n\s*(?:[#*<>[{!_]|\p{L}[^:\n]*\n|\p{L}[^:\n]*: [^\n]*\n\p{L})/u;

/** Scores how much the first bytes look like Markdown: front matter before a text, or headings beside links or fences. */
export function sniffMarkdown(head: Uint8Array): number {
  const text = headText(head);
  if (frontMatter.test(text)) return 0.7;
  return /^#{1,6} \S/mu.test(text) && /\[[^\]\n]+\]\([^)\n]+\)|^```/mu.test(text) ? 0.55 : 0;
}
