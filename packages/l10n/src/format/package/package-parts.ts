import type { Block, Layer, Part } from '@helve/flow';
import { createStructureCheck, type SkeletonEntry, type SkeletonMember, type TextForm } from '@helve/flow/content';

/** Form of members that are not text files of their own. */
const plainForm: TextForm = { encoding: 'utf-8', bom: false, lineBreak: 'lf' };

/** The parts of a package as they leave a flow, by member. */
export class PackageParts {
  /** Blocks of all members, by id. */
  readonly blocks = new Map<string, Block>();
  readonly #members = new Map<string, Part[]>();
  readonly #placed = new Set<string>();

  static async collect(parts: AsyncIterable<Part>, format: string): Promise<PackageParts> {
    const content = new PackageParts();
    const structure = createStructureCheck(`write ${format}`);
    const open: string[] = [];
    for await (const part of parts) {
      structure.take(part);
      if (part.kind === 'layer-start') open.push(part.layer.id);
      if (part.kind === 'block') content.blocks.set(part.block.id, part.block);
      const [, member] = open;
      if (member !== undefined) content.#add(member, part);
      if (part.kind === 'layer-end') open.pop();
    }
    structure.end();
    return content;
  }

  /** Gives the parts for one member: those of its layer that have an entry in it, and blocks of other members that have. */
  of(member: SkeletonMember): readonly Part[] {
    const wanted = blockIds(member.entries);
    for (const id of wanted) this.#placed.add(id);
    const inner = this.#inner(member.name, wanted);
    const held = new Set(inner.flatMap((part) => (part.kind === 'block' ? [part.block.id] : [])));
    const others = [...wanted].filter((id) => !held.has(id)).flatMap((id) => this.#loose(id));
    return [
      { kind: 'layer-start', layer: memberLayer(member) },
      ...inner,
      ...others,
      { kind: 'layer-end', id: member.name },
    ];
  }

  /** Number of blocks that have no entry in any member. */
  get unplaced(): number {
    return [...this.blocks.keys()].filter((id) => !this.#placed.has(id)).length;
  }

  #add(member: string, part: Part): void {
    const known = this.#members.get(member);
    if (known === undefined) this.#members.set(member, [part]);
    else known.push(part);
  }

  /** The parts inside of a member's layer, without the blocks that are written elsewhere. */
  #inner(name: string, wanted: ReadonlySet<string>): readonly Part[] {
    return (this.#members.get(name) ?? [])
      .slice(1, -1)
      .filter((part) => part.kind !== 'block' || wanted.has(part.block.id));
  }

  /** A block of another member: the number of its entry does not count here. */
  #loose(id: string): readonly Part[] {
    const block = this.blocks.get(id);
    if (block === undefined) return [];
    const { skeleton: _, ...rest } = block;
    return [{ kind: 'block', block: rest }];
  }
}

function blockIds(entries: readonly SkeletonEntry[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'ref') ids.add(entry.blockId);
    if (entry.kind === 'embedded') for (const id of blockIds(entry.entries)) ids.add(id);
  }
  return ids;
}

function memberLayer({ name, format, textForm = plainForm }: SkeletonMember): Layer {
  return {
    id: name,
    name,
    format,
    locale: 'und',
    mimeType: 'application/xml',
    ...textForm,
    multilingual: false,
    properties: {},
    overlays: [],
    annotations: {},
  };
}
