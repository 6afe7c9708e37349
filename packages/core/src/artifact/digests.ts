import type { ArtifactTool, ProviderFile, RegistryArtifact } from '../contract/artifact.js';
import type { NameMap } from '../contract/schema-compiler.js';
import { digest } from '../json/digest.js';
import { sha256 } from '../json/sha256.js';

const madeByBuild = [
  'handlerPath',
  'providerSchemas',
  'restore',
  'losses',
  'contractDigest',
  'implementationDigest',
] as const satisfies readonly (keyof ArtifactTool)[];

const isMade: ReadonlySet<string> = new Set(madeByBuild);

/** A tool as its author declares it: all but the fields that the build adds. */
export type DeclaredTool = Omit<ArtifactTool, (typeof madeByBuild)[number]>;

/** One digest for each tool, or for each provider. */
export type DigestMap = Readonly<Record<string, string>>;

/** The digest of all that a tool's author declares: schema, policy, docs and tags, whatever the order of the keys. */
export function contractDigestOf(tool: DeclaredTool): string {
  return digest(Object.fromEntries(Object.entries(tool).filter(([key]) => !isMade.has(key))));
}

/** The digest of a handler: of its bundled code, whatever its line ends. */
export function handlerDigestOf(code: string): string {
  return sha256(code.replaceAll('\r\n', '\n'));
}

/** The contract or the implementation digest of a whole registry, from those of its tools by id. */
export function combinedDigestOf(byTool: DigestMap): string {
  return digest(byTool);
}

/** The digest of one provider's forms, wherever they are kept; what was lost on the way is not part of it. */
export function providerDigestOf(tools: ProviderFile['tools']): string {
  const forms = Object.entries(tools).map(([id, { schema, restore }]) => [id, { schema, restore }] as const);
  return digest(Object.fromEntries(forms));
}

/** The providers digest of a whole registry: what tools are called, and the digest of each provider's forms. */
export function providersDigestOf(names: NameMap, byProvider: DigestMap): string {
  return digest({ names, providers: byProvider });
}

/** The version of a registry: it follows from the three digests and from nothing else. */
export function registryVersionOf({
  contractDigest,
  implementationDigest,
  providersDigest,
}: Pick<RegistryArtifact, 'contractDigest' | 'implementationDigest' | 'providersDigest'>): string {
  return `1.0.${digest({ contractDigest, implementationDigest, providersDigest }).slice(0, 8)}`;
}
