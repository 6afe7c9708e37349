import type { Layer, Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import type { PackageOptions } from './package-option.js';
import { PackageReading } from './package-reading.js';

/** A member of a package that holds text. */
export interface PackageMember {
  /** Path in the package, which is the id of its layer. */
  readonly name: string;
  readonly mimeType?: string;
  readonly properties?: Record<string, string>;
  /** Gives the parts of the member; its layer is made around them. Ids of blocks are unique in the package. */
  read(): Iterable<Part> | AsyncIterable<Part>;
}

/** Request to read a package. */
export interface PackageRequest {
  readonly source: ByteSource;
  readonly format: string;
  readonly mimeType: string;
  readonly options: PackageOptions;
  readonly ctx: ReadContext;
  /** Lists the members with text, in the order in which people read them. */
  members(reading: PackageReading): Promise<readonly PackageMember[]>;
}

const packageForm = { encoding: 'utf-8', bom: false, lineBreak: 'lf' } as const;

/** Reads a package: each member with text is a layer, named by its path. */
export async function* readPackage(request: PackageRequest): AsyncGenerator<Part> {
  const { source, format, mimeType, options, ctx } = request;
  const reading = await PackageReading.open(source, format, options, ctx);
  const root = rootLayer({ format, mimeType, form: packageForm }, ctx);
  yield { kind: 'layer-start', layer: root };
  for (const member of await request.members(reading)) {
    ctx.signal.throwIfAborted();
    const layer = memberLayer(member, root);
    yield { kind: 'layer-start', layer };
    yield* member.read();
    yield { kind: 'layer-end', id: layer.id };
  }
  reading.end();
  yield { kind: 'layer-end', id: rootLayerId };
}

function memberLayer({ name, mimeType = 'application/xml', properties = {} }: PackageMember, root: Layer): Layer {
  const { format } = root;
  return {
    ...root,
    id: name,
    name,
    parentId: root.id,
    mimeType,
    properties: { ...properties },
    overlays: [],
    annotations: {},
    ...(format === undefined ? {} : { format }),
  };
}
