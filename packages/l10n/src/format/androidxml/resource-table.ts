import { bytesSource, type InsertRequest } from '@helve/flow/content';
import type { LineEntry } from '../insert/insert-lines.js';
import type { CommentedElement } from '../xml/comment-collector.js';
import { commentedElements } from '../xml/commented-elements.js';
import { elementLines } from '../xml/element-lines.js';
import { openXml } from '../xml/open-xml.js';
import { faultsAt, XmlFault } from '../xml/xml-fault.js';
import { XmlFragments } from '../xml/xml-fragments.js';
import type { XmlElement } from '../xml/xml-node.js';
import { dialects } from './dialect.js';
import type { AndroidXmlOptions } from './options.js';
import { toResource, type Resource } from './resource.js';

/** A resource of a file, with its lines. */
export interface TableEntry extends LineEntry {
  readonly resource: Resource;
  readonly indent: string;
  /** Index in the file at which the positions of its elements begin. */
  readonly index: number;
}

/** All resources of a file. */
export interface ResourceTable {
  readonly root: XmlElement;
  readonly fragments: XmlFragments;
  readonly entries: readonly TableEntry[];
}

/** Returns the name of an array as a whole, in the way of its items. */
export function arrayKey(name: string): string {
  return `${name}[]`;
}

/** Reads the resources of a file. */
export async function readTable(request: InsertRequest<AndroidXmlOptions>, text: string): Promise<ResourceTable> {
  const { bytes, options, ctx } = request;
  const file = ctx.document;
  const source = await openXml(bytesSource(bytes), file, options);
  const { maxDepth, maxExpansion } = options;
  const fragments = new XmlFragments(source, {
    file,
    format: 'androidxml',
    maxDepth,
    maxExpansion,
    keepsEntities: true,
  });
  const elements: CommentedElement[] = [];
  let root: XmlElement | undefined;
  const begin = (element: XmlElement): void => void (root = element);
  try {
    for await (const some of commentedElements({ file, text: source, fragments, root: 'resources', begin })) {
      elements.push(...some);
    }
    const entries = elements.flatMap((element) => toEntry(element, text, fragments, options) ?? []);
    if (root === undefined) throw new XmlFault('there is no element', 0);
    return { root, fragments, entries };
  } catch (error) {
    throw await fragments.toError(error);
  }
}

function toEntry(
  element: CommentedElement,
  text: string,
  fragments: XmlFragments,
  { dialect }: AndroidXmlOptions,
): TableEntry | undefined {
  const { index } = element.piece;
  const resource = faultsAt(index, () => toResource(fragments.element(element.piece), dialects[dialect]));
  if (resource === undefined) return undefined;
  const key = resource.kind === 'array' ? arrayKey(resource.name) : resource.name;
  return { key, resource, index, ...elementLines(text, element) };
}
