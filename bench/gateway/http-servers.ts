import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compileJsonSchema,
  createCaller,
  ToolRegistry,
  useSha256,
  type CallRecord,
  type ToolHook,
  type TrailSink,
} from '@helve/core';
import { startGateway } from '@helve/gateway';
import { auditModeOf, govern } from '@helve/govern';
import { serve } from '@hono/node-server';
import { openSqliteStore } from '@helve/store';
import { Hono } from 'hono';
import { add, addInput, addOutput, book, manyTools } from './tools.js';

/** A server that is up, until it is stopped. */
export interface Served {
  readonly port: number;
  close(): Promise<void>;
}

/** What somebody writes who needs one address: parse, check, add, check, answer. */
export async function serveHono(): Promise<Served> {
  const [input, output] = [compileJsonSchema(addInput), compileJsonSchema(addOutput)];
  const app = new Hono().post('/v1/tools/add/call', async (context) => {
    const body: unknown = await context.req.json();
    const checked = input.check(body);
    if (!checked.ok) return context.json(checked, 400);
    const { a, b } = body as { readonly a: number; readonly b: number };
    const data = { sum: a + b };
    if (!output.check(data).ok) return context.json({ ok: false }, 500);
    return context.json({ ok: true, data });
  });
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ port, close: async () => void server.close() }),
    );
  });
}

/** The door without rules. */
export function serveBare(): Promise<Served> {
  return serveGateway([]);
}

/** The door with the standard rules, all in memory. */
export function serveGoverned(): Promise<Served> {
  return serveGateway(rules(memoryTrail()));
}

/** The door as `helve serve` has it: rules, and every call in a signed trail on the disk before it is answered. */
export async function serveStored(): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-bench-'));
  const store = openSqliteStore({
    path: join(folder, 'store.db'),
    trailKey: { file: join(folder, 'trail.key'), make: true },
  });
  // Limits in memory: they are those of one process, and the trail is what is measured.
  const served = await serveGateway(rules(store.trail));
  return {
    port: served.port,
    close: async () => {
      await served.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function serveGateway(hooks: readonly ToolHook[], count = 100): Promise<Served> {
  // As `helve serve` does it.
  useSha256((text) => hash('sha256', text));
  const tools = new ToolRegistry();
  for (const tool of count === 1 ? [add] : [...manyTools(count), book]) tools.addInline(tool);
  return startGateway({ caller: createCaller({ tools, hooks, auditMode: auditModeOf(hooks) }), port: 0 });
}

function rules(trail: TrailSink): readonly ToolHook[] {
  // As standard is, but for limits that no load generator could keep.
  return govern({ preset: 'standard', trail, rateLimit: { limit: 1e9 }, semaphore: { limit: 1_000 } });
}

function memoryTrail(): TrailSink {
  const kept: CallRecord[] = [];
  return {
    append: async (record) => {
      kept.push(record);
      if (kept.length > 1_000) kept.length = 0;
    },
  };
}
