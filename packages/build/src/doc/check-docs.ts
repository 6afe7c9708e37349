import type { fromMarkdown } from 'mdast-util-from-markdown';
import type { ReportProblem } from '../problem/problem.js';
import { quickAccept } from './quick-accept.js';

/** Documentation of a tool for models and people. */
export interface Docs {
  readonly summary: string;
  readonly documentation: string;
}

type Markdown = ReturnType<typeof fromMarkdown>;
type MarkdownNode = Markdown['children'][number];

const sections = [
  'Summary',
  'Preconditions',
  'Postconditions',
  'Invariants',
  'Failure Modes',
  'Examples',
  'Common Mistakes',
];
const maxLines = 4;
const maxCharacters = 250;

/** Checks `doc_summary.md`: 2 to 4 short lines. */
export function checkSummary(text: string, file: string, report: ReportProblem): string {
  const summary = text.trim();
  const lines = summary === '' ? 0 : summary.split('\n').length;
  const characters = [...summary].length;
  if (lines === 0) report('BUILD_SUMMARY', { file }, 'The summary is empty');
  if (lines > maxLines) report('BUILD_SUMMARY', { file }, `The summary has ${lines} lines; the maximum is ${maxLines}`);
  if (characters > maxCharacters) {
    report('BUILD_SUMMARY', { file }, `The summary has ${characters} characters; the maximum is ${maxCharacters}`);
  }
  if (lines === 1) report('W_SUMMARY_ONE_LINE', { file, line: 1 }, 'The summary has one line, of 2 to 4');
  return summary;
}

/** Checks `doc.md`: every section exists and has a body. */
export async function checkDocumentation(text: string, file: string, report: ReportProblem): Promise<void> {
  if (quickAccept(text, sections)) return;
  const { children } = await parseMarkdown(text);
  for (const section of sections) {
    const found = children.findIndex((node) => isHeading(node, section));
    const heading = children[found];
    if (heading === undefined) {
      report('BUILD_DOC_SECTION', { file }, `The section "${section}" is missing`);
    } else if (!children.slice(found + 1, sectionEnd(children, found)).some(saysSomething)) {
      const line = heading.position?.start.line;
      report('BUILD_DOC_SECTION', { file, line }, `The section "${section}" is empty`);
    }
  }
}

/**
 * Checks `guide.md`: the first line of text after the first heading is the summary, the whole file the documentation.
 */
export async function checkGuide(text: string, file: string, report: ReportProblem): Promise<string> {
  const { children } = await parseMarkdown(text);
  const heading = children.findIndex(({ type }) => type === 'heading');
  const paragraph = heading < 0 ? undefined : children.slice(heading).find(({ type }) => type === 'paragraph');
  const { start, end } = paragraph?.position ?? {};
  const [summary = ''] = text.slice(start?.offset ?? 0, end?.offset ?? 0).split('\n');
  const characters = [...summary.trim()].length;
  if (characters === 0) {
    report('BUILD_GUIDE_SUMMARY', { file }, 'There is no line of text after the first heading');
  } else if (characters > maxCharacters) {
    const message = `The first line of text has ${characters} characters; the maximum is ${maxCharacters}`;
    report('BUILD_GUIDE_SUMMARY', { file, line: start?.line }, message);
  }
  return summary.trim();
}

/** The parser has many modules, so it is imported on demand. */
async function parseMarkdown(text: string): Promise<Markdown> {
  const { fromMarkdown: parse } = await import('mdast-util-from-markdown');
  return parse(text);
}

function isHeading(node: MarkdownNode, title: string): boolean {
  return node.type === 'heading' && node.depth === 2 && toText(node).trim() === title;
}

/** Returns the index at which the section of a level-2 heading ends. */
function sectionEnd(children: readonly MarkdownNode[], heading: number): number {
  const next = children.findIndex((node, index) => index > heading && node.type === 'heading' && node.depth <= 2);
  return next < 0 ? children.length : next;
}

/** True for a body: headings and comments alone are none. */
function saysSomething(node: MarkdownNode): boolean {
  if (node.type === 'heading' || node.type === 'definition' || node.type === 'thematicBreak') return false;
  return node.type !== 'html' || node.value.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() !== '';
}

function toText(node: object): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node && Array.isArray(node.children) ? node.children.map(toText).join('') : '';
}
