import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import type { BuildOptions } from '@helve/build';

/** Adds what a build needs of the agent package: the provider forms of schemas, and the names that providers accept. */
export async function composeBuild(options: Omit<BuildOptions, 'compilers' | 'names'>): Promise<BuildOptions> {
  const { schemaCompilers, toProviderNames } = await import('@helve/agent');
  return { ...options, compilers: schemaCompilers, names: toProviderNames };
}

/** Folder in which a project keeps the finished tools of a tools folder for the next build. */
export function buildCacheFolder(projectFolder: string, toolsFolder: string): string {
  const key = createHash('sha256').update(relative(projectFolder, toolsFolder)).digest('hex').slice(0, 8);
  return join(projectFolder, '.helve', 'build', `${basename(toolsFolder)}-${key}`);
}
