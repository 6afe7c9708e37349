import type { ArtifactTool, ProviderFile, RegistryArtifact } from '../contract/artifact.js';
import { isPlainObject } from '../json/is-plain-object.js';
import { coreErrors } from '../errors/core-errors.js';
import {
  combinedDigestOf,
  contractDigestOf,
  handlerDigestOf,
  providerDigestOf,
  providersDigestOf,
  registryVersionOf,
  type DigestMap,
} from './digests.js';

const FORMAT_VERSION = 1;

type Kind = 'text' | 'yes or no' | 'number' | 'list' | 'object';

const kinds: { readonly [K in Kind]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  'yes or no': (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  list: Array.isArray,
  object: isPlainObject,
};

const artifactFields: { readonly [K in Exclude<keyof RegistryArtifact, 'formatVersion' | 'fileDigest'>]: Kind } = {
  helveVersion: 'text',
  version: 'text',
  gitCommit: 'text',
  buildTimestamp: 'text',
  contractDigest: 'text',
  implementationDigest: 'text',
  providersDigest: 'text',
  providerDigests: 'object',
  names: 'object',
  sideFiles: 'object',
  tools: 'list',
};

type Optional =
  | 'title'
  | 'outputSchema'
  | 'effects'
  | 'allowedModes'
  | 'behavior'
  | 'onInterrupt'
  | 'tags'
  | 'strict'
  | 'examples'
  | 'preview';

const toolFields: { readonly [K in Exclude<keyof ArtifactTool, Optional>]: Kind } = {
  toolId: 'text',
  version: 'text',
  category: 'text',
  description: 'text',
  jsonSchema: 'object',
  sideEffects: 'text',
  idempotent: 'yes or no',
  requiresConfirmation: 'yes or no',
  latencyBudgetMs: 'number',
  summary: 'text',
  documentation: 'text',
  handlerPath: 'text',
  providerSchemas: 'object',
  restore: 'object',
  losses: 'object',
  contractDigest: 'text',
  implementationDigest: 'text',
};

/** Throws unless this is an artifact of the format that is spoken here. */
export function assertArtifact(value: unknown): asserts value is RegistryArtifact {
  if (!isPlainObject(value)) throw badFormat('it is not an object');
  if (value['formatVersion'] !== FORMAT_VERSION) {
    throw badFormat(
      `its format is ${JSON.stringify(value['formatVersion']) ?? 'not said'}, expected ${FORMAT_VERSION}`,
    );
  }
  assertFields(value, artifactFields, '');
  for (const [index, tool] of (value['tools'] as unknown[]).entries()) {
    if (!isPlainObject(tool)) throw badFormat(`/tools/${index} is not an object`);
    assertFields(tool, toolFields, `/tools/${index}`);
  }
}

/** Throws unless this is the side file of a provider. */
export function assertProviderFile(value: unknown, provider: string): asserts value is ProviderFile {
  if (!isPlainObject(value) || value['provider'] !== provider || !isPlainObject(value['tools'])) {
    throw badFormat(`the side file of "${provider}" is something else`);
  }
}

/** Throws unless version and digests follow from each other, all the way down to the digests of single tools. */
export function assertChain(artifact: RegistryArtifact): void {
  const { tools, names, providerDigests } = artifact;
  const holds =
    artifact.contractDigest === combinedDigestOf(byTool(tools, 'contractDigest')) &&
    artifact.implementationDigest === combinedDigestOf(byTool(tools, 'implementationDigest')) &&
    artifact.providersDigest === providersDigestOf(names, providerDigests) &&
    artifact.version === registryVersionOf(artifact);
  if (!holds) throw badDigest('the artifact as a whole');
}

/** Throws unless what the author of a tool declared is what was built. */
export function assertContract(tool: ArtifactTool): void {
  if (contractDigestOf(tool) !== tool.contractDigest) throw badDigest(`the tool "${tool.toolId}"`);
}

/** Throws unless the code of a handler is what was built. */
export function assertHandler({ toolId, implementationDigest }: ArtifactTool, code: string): void {
  if (handlerDigestOf(code) !== implementationDigest) throw badDigest(`the handler of "${toolId}"`);
}

/** Throws unless a provider's forms are those that were built. */
export function assertForms(provider: string, tools: ProviderFile['tools'], expected: string | undefined): void {
  if (providerDigestOf(tools) !== expected) throw badForms(provider);
}

/** The forms of a provider are not those that belong to this artifact. */
export function badForms(provider: string): Error {
  return badDigest(`the form of tools for "${provider}"`);
}

function byTool(tools: readonly ArtifactTool[], key: 'contractDigest' | 'implementationDigest'): DigestMap {
  return Object.fromEntries(tools.map((tool) => [tool.toolId, tool[key]]));
}

function assertFields(object: Record<string, unknown>, fields: Readonly<Record<string, Kind>>, at: string): void {
  for (const field in fields) {
    const kind = fields[field] ?? 'text';
    if (!kinds[kind](object[field])) throw badFormat(`${at}/${field} is not a ${kind}`);
  }
}

function badFormat(problem: string): Error {
  return coreErrors.create('CALL_REGISTRY_FORMAT', { problem });
}

function badDigest(what: string): Error {
  return coreErrors.create('CALL_REGISTRY_DIGEST', { what });
}
