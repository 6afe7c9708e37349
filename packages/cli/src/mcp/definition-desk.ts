import { randomBytes } from 'node:crypto';
import { canonicalJson, digest, isPlainObject, sha256, type ApprovalRecord, type Json } from '@helve/core';
import { changedParts, definitionDigest, isDefinition, type DefinitionDesk } from '@helve/gateway';
import type { LazyStore } from '../line/lazy-store.js';
import { pinDefinition } from './mcp-file.js';

/** How long a question about a definition waits for its answer. */
const waitsMs = 30 * 24 * 60 * 60 * 1_000;

/** A project does not have more servers than this many changes. */
const maxPending = 10_000;

/** Asks a person about changed definitions, where everything else that waits is asked. */
export function createDefinitionDesk(store: LazyStore, now: () => number = Date.now): DefinitionDesk {
  return {
    async ask({ server, before, after, toolId }) {
      const { approvals } = await store.open();
      // The same change has the same id, however often the tool is called.
      const id = `mcp_${sha256(`${server} ${definitionDigest(before)} ${definitionDigest(after)}`).slice(0, 16)}`;
      const known = await approvals.get(id);
      if (known !== undefined && (known.state !== 'pending' || known.expiresAtMs > now())) return id;
      const asked = { server, definition: after } as unknown as Json;
      const createdAtMs = now();
      await approvals.put(
        {
          id,
          kind: 'mcp-definition',
          // Nobody holds a token for it: it is answered by its id.
          tokenHash: sha256(randomBytes(32).toString('hex')),
          toolId,
          toolVersion: '',
          userId: '',
          arguments: asked,
          argumentsDigest: digest(asked),
          preview: `${toolId} of ${server} changed its ${changedParts(before, after).join(', ')}: ${textOf(after)}`,
          createdAtMs,
          expiresAtMs: createdAtMs + waitsMs,
        },
        maxPending,
      );
      return id;
    },
  };
}

/** Takes over the definition that somebody said yes to. */
export async function takeDefinition(configFile: string, { arguments: asked }: ApprovalRecord): Promise<void> {
  if (!isPlainObject(asked) || typeof asked['server'] !== 'string' || !isDefinition(asked['definition'])) return;
  await pinDefinition(configFile, asked['server'], asked['definition']);
}

function textOf({ description, inputSchema }: { readonly description?: string; readonly inputSchema: object }): string {
  const text = description ?? canonicalJson(inputSchema);
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
