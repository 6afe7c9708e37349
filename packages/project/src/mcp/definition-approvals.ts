import { randomBytes } from 'node:crypto';
import {
  canonicalJson,
  digest,
  isPlainObject,
  sha256,
  visibleText,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalStore,
  type Json,
} from '@helve/core';
import {
  changedParts,
  definitionDigest,
  isDefinition,
  type DefinitionChange,
  type DefinitionApprovals,
  type McpDefinition,
} from '@helve/gateway';
import { pinDefinition, readServers } from './mcp-file.js';
import type { ServersContext } from './project-servers.js';

/** Time that a question about a definition waits for its answer. */
const waitsMs = 30 * 24 * 60 * 60 * 1_000;

/** A project does not have more servers than this many changes. */
const maxPending = 10_000;

/** Asks a person about changed definitions, where everything else that waits is asked. */
export function createDefinitionApprovals(
  { store, configFile }: Pick<ServersContext, 'store' | 'configFile'>,
  now: () => number = Date.now,
): DefinitionApprovals {
  return {
    async ask(change) {
      if (await isPinned(configFile, change.server, change.after)) return undefined;
      const { approvals } = await store.open();
      const { id, isAsked } = await findQuestion(approvals, change, now());
      if (isAsked) return id;
      await approvals.put(toRequest(id, change, now()), maxPending).catch(async (thrown: unknown) => {
        // Another call may have asked the same at this moment.
        if ((await approvals.get(id)) === undefined) throw thrown;
      });
      return id;
    },
  };
}

/** Finds the question about a change: one id however often the tool is called, and a new one once that question is over. */
async function findQuestion(approvals: ApprovalStore, { server, before, after }: DefinitionChange, nowMs: number) {
  const change = `${server} ${definitionDigest(before)} ${definitionDigest(after)}`;
  for (let round = 0; ; round += 1) {
    const id = `mcp_${sha256(`${change} ${round}`).slice(0, 16)}`;
    const known = await approvals.get(id);
    if (known === undefined) return { id, isAsked: false };
    const waits = known.state === 'pending' && known.expiresAtMs > nowMs;
    if (waits || known.state === 'rejected') return { id, isAsked: true };
  }
}

function toRequest(
  id: string,
  { server, before, after, toolId }: DefinitionChange,
  createdAtMs: number,
): ApprovalRequest {
  const args = { server, definition: after } as unknown as Json;
  return {
    id,
    kind: 'mcp-definition',
    // Nobody holds a token for it: it is answered by its id.
    tokenHash: sha256(randomBytes(32).toString('hex')),
    toolId,
    toolVersion: '',
    owner: '',
    userId: '',
    arguments: args,
    argumentsDigest: digest(args),
    preview: `${toolId} of ${server} changed its ${changedParts(before, after).join(', ')}: ${renderDefinition(after)}`,
    createdAtMs,
    expiresAtMs: createdAtMs + waitsMs,
  };
}

/** True when the file holds this definition: whoever agreed wrote it there, and a review may have taken it back. */
async function isPinned(configFile: string, server: string, definition: McpDefinition): Promise<boolean> {
  const { definitions = [] } = (await readServers(configFile))[server] ?? {};
  const pinned = definitions.find(({ name }) => name === definition.name);
  return pinned !== undefined && definitionDigest(pinned) === definitionDigest(definition);
}

/** Stores a definition that was approved. */
export async function takeDefinition(configFile: string, { arguments: args }: ApprovalRecord): Promise<void> {
  if (!isPlainObject(args) || typeof args['server'] !== 'string' || !isDefinition(args['definition'])) return;
  await pinDefinition(configFile, args['server'], args['definition']);
}

function renderDefinition({
  description,
  inputSchema,
}: {
  readonly description?: string;
  readonly inputSchema: object;
}): string {
  const text = visibleText(description ?? canonicalJson(inputSchema));
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
