import { join } from 'node:path';
import {
  capabilityAction,
  CapabilityInputError,
  configJsonSchema,
  RELOAD_TRIGGER,
  ToolCapability,
  type Config,
} from '@helve/worker';
import * as z from 'zod';
import { GraphFile } from './graph-file.js';

const Settings = z.object({
  file: z
    .string()
    .min(1)
    .default('graph.db')
    .meta({ [RELOAD_TRIGGER]: 'file' })
    .describe('The SQLite file, in the data folder of the capability; without such a folder all is in memory'),
  maxSteps: z.int().min(1).max(1_000).default(32).describe('Paths that are longer are not looked for'),
});

const nodeId = z.string().min(1).max(200);
const Node = z.object({ id: nodeId, label: z.string().optional().describe('The id unless told') });
const Edge = z.object({
  from: nodeId,
  to: nodeId,
  kind: z.string().default('related').describe('What the edge means'),
});
const Neighbours = z.object({ id: nodeId, direction: z.enum(['out', 'in', 'both']).default('both') });
const Path = z.object({ from: nodeId, to: nodeId });

const reading = { category: 'retrieval', sideEffects: 'read_only', idempotent: true } as const;
const writing = { category: 'action', sideEffects: 'writes', idempotent: true } as const;

/** A graph that outlives its worker: nodes and edges in a SQLite file, which only this process opens. */
export class Graph extends ToolCapability {
  static readonly description = 'Keeps nodes and edges, and finds neighbours and paths';
  static override readonly configClass = Settings;
  #config = Settings.parse({});
  #open: GraphFile | undefined;

  get name(): string {
    return 'graph';
  }

  get version(): string {
    return '1.0.0';
  }

  initialize(config?: Config | null): void {
    this.#config = Settings.parse({ ...this.#config, ...config });
  }

  getConfigSchema() {
    return configJsonSchema(Settings);
  }

  getCurrentConfig(): Config {
    return { ...this.#config };
  }

  override cleanup(): void {
    this.#close();
  }

  /** Runs when `file` is changed; the next call opens the new one. */
  _releaseFile(): void {
    this.#close();
  }

  @capabilityAction('addNode', { description: 'Adds a node, or changes its label', input: Node, policy: writing })
  addNode(args: unknown): { id: string } {
    const { id, label } = read(Node, args);
    this.#file.addNode(id, label ?? id);
    return { id };
  }

  @capabilityAction('addEdge', { description: 'Connects two nodes', input: Edge, policy: writing })
  addEdge(args: unknown): { added: boolean } {
    const { from, to, kind } = read(Edge, args);
    this.#assertKnown({ from, to });
    return { added: this.#file.addEdge(from, to, kind) };
  }

  @capabilityAction('neighbours', { description: 'Lists what is connected', input: Neighbours, policy: reading })
  neighbours(args: unknown): { id: string; label: string; kind: string }[] {
    const { id, direction } = read(Neighbours, args);
    this.#assertKnown({ id });
    return this.#file.neighbours(id, direction);
  }

  @capabilityAction('path', { description: 'Finds a shortest way along the edges', input: Path, policy: reading })
  path(args: unknown): { path: string[] | null } {
    const { from, to } = read(Path, args);
    this.#assertKnown({ from, to });
    const cameFrom = new Map<string, string | null>([[from, null]]);
    let border = [from];
    for (let step = 0; step < this.#config.maxSteps && border.length > 0 && !cameFrom.has(to); step += 1) {
      this.reportProgress(-1, `${cameFrom.size} nodes seen`);
      border = border.flatMap((node) => this.#discover(node, cameFrom));
    }
    return { path: cameFrom.has(to) ? wayTo(to, cameFrom) : null };
  }

  #discover(node: string, cameFrom: Map<string, string | null>): string[] {
    // A large graph takes a while; whoever no longer waits for the answer can say so.
    this.checkCancel();
    const found = this.#file.targetsOf(node).filter((target) => !cameFrom.has(target));
    for (const target of found) cameFrom.set(target, node);
    return found;
  }

  #assertKnown(ids: Readonly<Record<string, string>>): void {
    const unknown = Object.keys(ids).filter((field) => !this.#file.hasNode(ids[field] ?? ''));
    if (unknown.length === 0) return;
    const names = unknown.map((field) => `"${ids[field]}"`).join(', ');
    throw new CapabilityInputError(`Cannot use ${names}: there is no such node`, { fieldsInvalid: unknown });
  }

  #close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  get #file(): GraphFile {
    const folder = process.env['CAPABILITY_DATA_DIR'];
    this.#open ??= new GraphFile(folder === undefined ? ':memory:' : join(folder, this.#config.file));
    return this.#open;
  }
}

/** Who calls without a door in front has not had arguments checked. */
function read<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(args);
  if (success) return data;
  const fieldsInvalid = error.issues.map(({ path }) => path.join('.'));
  throw new CapabilityInputError(`Cannot read the arguments: ${z.prettifyError(error)}`, { fieldsInvalid });
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = [];
  for (let node: string | null = end; node !== null; node = cameFrom.get(node) ?? null) way.unshift(node);
  return way;
}
