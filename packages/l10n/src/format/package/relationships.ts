import { posix } from 'node:path';
import { attributeValue, childElements } from '../xml/xml-node.js';
import { parseMember } from './member-xml.js';
import type { PackageReading } from './package-reading.js';

/** A link from one part of an Office package to another. */
export interface Relationship {
  readonly id: string;
  /** Last word of its type, such as `worksheet`: strict and transitional files have other addresses before it. */
  readonly type: string;
  /** Path of the other part in the package. */
  readonly target: string;
}

/** Reads the links of a part to other parts of an Office package; the package itself is the part ``. */
export async function readRelationships(
  reading: PackageReading,
  part: string,
  format: string,
): Promise<readonly Relationship[]> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  if (!reading.archive.has(name)) return [];
  const file = reading.context(name).document;
  const root = parseMember({ text: await reading.text(name), file, format, root: 'Relationships' });
  return childElements(root)
    .filter((element) => attributeValue(element, 'TargetMode') !== 'External')
    .map((element) => ({
      id: attributeValue(element, 'Id') ?? '',
      type: (attributeValue(element, 'Type') ?? '').split('/').at(-1) ?? '',
      target: resolveTarget(part, attributeValue(element, 'Target') ?? ''),
    }));
}

/** Resolves a target from the folder of a part; a path with a slash begins at the package. */
function resolveTarget(part: string, target: string): string {
  return posix.resolve('/', posix.dirname(part), target).slice(1);
}
