import { locationAt, parseError } from '../format-error.js';
import type { LoadedText } from '../text/open-text.js';
import { parseXml, type XmlRequest } from '../xml/parse-xml.js';
import { splitChildren, type XmlPiece } from '../xml/split-children.js';
import { XmlFragments } from '../xml/xml-fragments.js';
import type { XmlElement } from '../xml/xml-node.js';

/** Limits of the XML in a package, which has no document type. */
const xmlLimits = { maxDepth: 500, maxExpansion: 2 ** 16 } as const;

/** A member that is XML, and where it is. */
export interface XmlMember {
  readonly text: LoadedText;
  /** Names the package and the member. */
  readonly file: string;
  readonly format: string;
  /** Local name of its root. */
  readonly root: string;
}

/** Parses a member as a tree; one with another root is refused. */
export function parseMember(member: XmlMember): XmlElement {
  const root = parseXml(member.text.text, requestOf(member));
  assertRoot(root, member);
  return root;
}

/** Receives a member in pieces. */
export interface ChildVisitor {
  /** Takes the root, with everything before the container. */
  head?(root: XmlElement): void;
  /** Takes a child of the container; its positions are those in the piece. */
  child(element: XmlElement, piece: XmlPiece): void;
  /** Takes everything behind the last child. */
  tail?(piece: XmlPiece): void;
}

/** Walks the children of one element of a member, given by its local name and depth, and holds one of them at a time. */
export async function walkMember(
  member: XmlMember,
  container: { readonly local: string; readonly depth: number },
  visitor: ChildVisitor,
): Promise<void> {
  const { text, file } = member;
  const source = { form: text.form, chunks: () => once(text) };
  const fragments = new XmlFragments(source, requestOf(member));
  const isContainer = (name: string, depth: number) => depth === container.depth && localName(name) === container.local;
  try {
    for await (const pieces of splitChildren(source, { file, isContainer })) {
      for (const piece of pieces) takePiece(piece, fragments, member, visitor);
    }
  } catch (error) {
    throw await fragments.toError(error);
  }
}

function takePiece(piece: XmlPiece, fragments: XmlFragments, member: XmlMember, visitor: ChildVisitor): void {
  if (piece.kind === 'head') {
    const root = fragments.head(piece);
    assertRoot(root, member);
    visitor.head?.(root);
  } else if (piece.kind === 'element') visitor.child(fragments.element(piece), piece);
  else if (piece.kind === 'tail') {
    fragments.tail(piece);
    visitor.tail?.(piece);
  } else fragments.check(piece);
}

function requestOf({ file, format }: XmlMember): XmlRequest {
  return { file, format, ...xmlLimits };
}

function assertRoot(root: XmlElement, { file, format, root: local, text }: XmlMember): void {
  if (root.local === local) return;
  const problem = `the root element is "${root.local}", not "${local}"`;
  throw parseError(file, format, problem, locationAt(text.text, root.start));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

async function* once(text: LoadedText): AsyncGenerator<LoadedText> {
  yield text;
}
