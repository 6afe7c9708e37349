import type { RegistryArtifact } from '@helve/core';
import { artifactFile } from './file-names.js';

const note = '// Made by `helve build`: edit the tool folders instead.';

/** Creates the module that imports a registry: every path is a literal, so that bundlers follow it. */
export function toManifest({ tools, sideFiles }: RegistryArtifact): string {
  const handlers = tools.map(({ toolId, handlerPath }) => `  ${toolId}: () => import(${specifier(handlerPath)}),`);
  const providers = Object.entries(sideFiles).map(
    ([provider, path]) =>
      `  ${JSON.stringify(provider)}: () => import(${specifier(path)}, { with: { type: 'json' } }),`,
  );
  return [
    note,
    `import { loadRegistry } from '@helve/core';`,
    `import artifact from './${artifactFile}' with { type: 'json' };`,
    '',
    toObject('export const handlers', handlers),
    '',
    toObject('const providers', providers),
    '',
    'export const toolRegistry = loadRegistry(artifact, handlers, { providers });',
    '',
    'export { artifact };',
    '',
  ].join('\n');
}

/** Creates the types of that module. */
export function toManifestTypes({ tools }: RegistryArtifact): string {
  const handlers = tools.map(({ toolId }) => `  readonly ${toolId}: () => Promise<unknown>;`);
  return [
    note,
    `import type { loadRegistry, RegistryArtifact } from '@helve/core';`,
    '',
    'export declare const artifact: RegistryArtifact;',
    '',
    handlers.length === 0
      ? 'export declare const handlers: {};'
      : `export declare const handlers: {\n${handlers.join('\n')}\n};`,
    '',
    'export declare const toolRegistry: ReturnType<typeof loadRegistry>;',
    '',
  ].join('\n');
}

function toObject(declaration: string, members: readonly string[]): string {
  return members.length === 0 ? `${declaration} = {};` : `${declaration} = {\n${members.join('\n')}\n};`;
}

function specifier(path: string): string {
  return JSON.stringify(`./${path}`);
}
