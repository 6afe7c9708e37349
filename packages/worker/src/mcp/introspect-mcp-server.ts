import { toManifest } from '../manifest/read-manifest.js';
import { CAPABILITY_FORMAT, type CapabilityManifest, type ManifestInstall } from '../manifest/manifest.js';
import { surfaceHash } from '../surface/surface-hash.js';
import { McpConnection } from './mcp-connection.js';
import type { McpServerSpec } from './mcp-server-spec.js';
import { isUsable, surfaceOfActions, toManifestAction } from './mcp-tool-action.js';

export interface IntrospectMcpOptions extends McpServerSpec {
  readonly description: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly install?: ManifestInstall;
}

/** Creates the manifest of a server: starts it, lists its tools, and stops it. */
export async function introspectMcpServer(options: IntrospectMcpOptions): Promise<CapabilityManifest> {
  const { name, version, command, description, env, cwd, install } = options;
  const nobody = () => undefined;
  const connection = await McpConnection.open({
    server: { name, version, command },
    env,
    onTools: nobody,
    onLost: nobody,
    ...(cwd !== undefined && { cwd }),
  });
  try {
    const actions = (await connection.tools()).filter(isUsable).map(toManifestAction);
    const structuralSurface = surfaceOfActions(actions);
    const code = { name, version, description, runtime: 'mcp-stdio', command, structuralSurface, actions };
    const witness = { ownSurfaceHash: surfaceHash(structuralSurface).own };
    const manifest = { format: CAPABILITY_FORMAT, code, witness, ...(install && { install }) };
    const plain = JSON.parse(JSON.stringify(manifest)) as Parameters<typeof toManifest>[0];
    return toManifest(plain, `the manifest of "${name}"`) as CapabilityManifest;
  } finally {
    await connection.close();
  }
}
