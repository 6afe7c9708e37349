import type { BuildOptions } from '@helve/build';

/** Adds what a build needs of the agent package: the provider forms of schemas, and the names that providers accept. */
export async function composeBuild(options: Omit<BuildOptions, 'compilers' | 'names'>): Promise<BuildOptions> {
  const { schemaCompilers, toProviderNames } = await import('@helve/agent');
  return { ...options, compilers: schemaCompilers, names: toProviderNames };
}
