import { isCheapToBacktrack } from './backtrack.js';
import { compileProgram, maxInstructions, sizeOf, type Program } from './program.js';
import { readRegex, type RegexNode } from './regex-node.js';
import { matchesSomewhere } from './scan.js';
import { isAnchored, workOf } from './work-of.js';

/** A pattern that no text can make slow. */
export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
  /** True when the engine of the language, which backtracks, would be done with a text soon, too. */
  isCheapFor(text: string): boolean;
}

/** A pattern, or why there is none. `bounded` patterns need texts of at most `maxChars`. */
export type CompiledPattern =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'bounded'; readonly pattern: Pattern; readonly maxChars: number; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** As much as a plain pattern may try at each place. */
const maxTries = 64;
/** As many steps as a bounded pattern may take. */
const maxSteps = 10_000_000;

/**
 * Compiles a regular expression with the flag `u`. Three cases: what provably takes no longer than the text is long is
 * run by the language; what has backreferences can only be run by it, and needs short texts; everything else is run by
 * following all ways at once.
 */
export function compilePattern(source: string): CompiledPattern {
  let regex: RegExp;
  try {
    regex = new RegExp(source, 'u');
  } catch (error) {
    return refused(`Not a regular expression: ${error instanceof Error ? error.message : String(error)}`);
  }
  const node = readRegex(source, 'u');
  const foreign = unsupportedIn(node);
  if (foreign !== undefined) return boundedPattern(regex, node, foreign);
  if (isPlain(node)) return { kind: 'pattern', pattern: plainPattern(regex) };
  if (sizeOf(node) > maxInstructions) return refused('Too large to be checked in time: its repetitions multiply');
  return { kind: 'pattern', pattern: scannedPattern(source, node) };
}

function refused(problem: string): CompiledPattern {
  return { kind: 'refused', problem };
}

/** At most one repetition, of something of one length, and a start that is fixed unless there is none. */
function isPlain(node: RegexNode): boolean {
  const { tries, loops } = workOf(node);
  return tries <= maxTries && (loops === 0 || (loops === 1 && isAnchored(node)));
}

function plainPattern(regex: RegExp): Pattern {
  return { source: regex.source, test: (text) => regex.test(text), isCheapFor: () => true };
}

function scannedPattern(source: string, node: RegexNode): Pattern {
  let compiled: Program | undefined;
  const program = () => (compiled ??= compileProgram(node));
  return {
    source,
    test: (text) => matchesSomewhere(program(), toCodePoints(text)),
    isCheapFor: (text) => isCheapToBacktrack(program(), toCodePoints(text)),
  };
}

function boundedPattern(regex: RegExp, node: RegexNode, foreign: string): CompiledPattern {
  const { tries, loops } = workOf(node);
  const places = isAnchored(node) ? 0 : 1;
  const maxChars = Math.floor((maxSteps / tries) ** (1 / Math.max(1, loops + places)));
  const problem = `It has ${foreign}, which cannot be checked in a time that grows with the text`;
  if (!(maxChars >= 1) || !Number.isFinite(loops)) return refused(`${problem}: write it without`);
  const { source, isCheapFor } = plainPattern(regex);
  // Two units of UTF-16 a character at most.
  const test = (text: string) => text.length <= 2 * maxChars && regex.test(text);
  return { kind: 'bounded', pattern: { source, test, isCheapFor }, maxChars, problem };
}

function unsupportedIn(node: RegexNode): string | undefined {
  switch (node.kind) {
    case 'unsupported':
      return node.what;
    case 'lookaround':
      return unsupportedIn(node.inside);
    case 'repeat':
      return unsupportedIn(node.item);
    case 'sequence':
      return firstOf(node.items);
    case 'choice':
      return firstOf(node.branches);
    default:
      return undefined;
  }
}

function firstOf(nodes: readonly RegexNode[]): string | undefined {
  for (const node of nodes) {
    const found = unsupportedIn(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toCodePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    points[count++] = point;
    if (point > 0xffff) at += 1;
  }
  return points.subarray(0, count);
}
