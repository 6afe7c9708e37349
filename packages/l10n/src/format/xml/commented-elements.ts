import type { TextSource } from '../text/open-text.js';
import { CommentCollector, type CommentedElement } from './comment-collector.js';
import { splitChildren, type XmlPiece } from './split-children.js';
import { XmlFault } from './xml-fault.js';
import type { XmlFragments } from './xml-fragments.js';
import type { XmlElement } from './xml-node.js';

/** Request for the elements directly in the root of a file. */
export interface RootRequest {
  readonly file: string;
  readonly text: TextSource;
  readonly fragments: XmlFragments;
  /** Name that the root must have. */
  readonly root: string;
  /** Receives the root, and the piece that ends with its start tag. */
  begin(root: XmlElement, head: XmlPiece): void;
}

const isContainer = (_: string, depth: number): boolean => depth === 0;

/** Reads the elements in the root of an XML file, each with its comments; everything else is checked and passed over. */
export async function* commentedElements(request: RootRequest): AsyncGenerator<readonly CommentedElement[]> {
  const comments = new CommentCollector();
  let last: XmlPiece | undefined;
  for await (const pieces of splitChildren(request.text, { file: request.file, isContainer })) {
    const elements: CommentedElement[] = [];
    for (const piece of pieces) {
      checkPiece(piece, request);
      last = piece;
      const element = comments.take(piece);
      if (element) elements.push(element);
    }
    yield elements;
  }
  if (last !== undefined && last.kind !== 'tail')
    throw new XmlFault(`the file ends before </${request.root}>`, last.index + last.text.length);
}

function checkPiece(piece: XmlPiece, { fragments, root: name, begin }: RootRequest): void {
  if (piece.kind === 'head') {
    const root = fragments.head(piece);
    if (root.name !== name) throw new XmlFault(`the root element is <${root.name}>, not <${name}>`, root.start);
    begin(root, piece);
  } else if (piece.kind === 'tail') fragments.tail(piece);
  else if (piece.kind !== 'element') fragments.check(piece);
}
