import type { ArtifactTool, RegistryArtifact } from '../contract/artifact.js';
import type { ToolPolicy } from '../contract/policy.js';
import type { ToolDocs, ToolRecord } from '../contract/tool.js';
import { assertContract } from './check-artifact.js';
import { FolderHandler, noHandler, type HandlerSource } from './folder-handler.js';
import { freezeJson } from '../json/freeze-json.js';
import { isVerified } from './verified.js';

/** Importers of the handlers, by tool: the exports of the manifest. */
export type HandlerMap = Readonly<Record<string, HandlerSource>>;

/** Finds the importer of a handler; `undefined` where there is none. */
export type HandlerLookup = (toolId: string) => HandlerSource | undefined;

/** One tool of an artifact that is read when it is first asked for. */
export interface ArtifactToolSource {
  readonly toolId: string;
  /** Gives the same object each time. */
  read(): ArtifactTool;
}

/** The tools of an artifact with their handlers; each becomes a record, once, when it is asked for. */
export class ArtifactTools {
  readonly artifact: RegistryArtifact;
  readonly sources: readonly ArtifactToolSource[];
  readonly #lookup: HandlerLookup;
  readonly #handlers = new Map<string, FolderHandler>();
  readonly #records = new Map<string, ToolRecord>();

  constructor(
    artifact: RegistryArtifact,
    sources: readonly ArtifactToolSource[],
    handlers: HandlerMap | HandlerLookup,
  ) {
    this.artifact = artifact;
    this.sources = sources;
    this.#lookup =
      typeof handlers === 'function' ? handlers : (id) => (Object.hasOwn(handlers, id) ? handlers[id] : undefined);
  }

  /** Every tool as the artifact has it. */
  all(): readonly ArtifactTool[] {
    return this.sources.map((source) => source.read());
  }

  /** Checks that every tool has a handler; imports all of them unless they shall wait for their first use. */
  async load(lazy: boolean): Promise<void> {
    for (const { toolId } of this.sources) if (this.#lookup(toolId) === undefined) throw noHandler(toolId);
    if (lazy) return;
    for (const source of this.sources) this.recordOf(source);
    await Promise.all(this.sources.map(({ toolId }) => this.#handlerOf(toolId).load()));
  }

  /** The record of a tool, frozen all the way down; throws if its content is not what was built. */
  recordOf(source: ArtifactToolSource): ToolRecord {
    const known = this.#records.get(source.toolId);
    if (known !== undefined) return known;
    const tool = source.read();
    if (!isVerified(this.artifact)) assertContract(tool);
    const record = toRecord(tool, this.#handlerOf(tool.toolId));
    this.#records.set(tool.toolId, record);
    return record;
  }

  #handlerOf(id: string): FolderHandler {
    const handler = this.#handlers.get(id) ?? new FolderHandler(id, this.#lookup(id));
    this.#handlers.set(id, handler);
    return handler;
  }
}

/**
 * Makes the record of a tool. Everything it shows of the artifact is frozen; that it is a tree follows from its digest,
 * or from having been parsed.
 */
function toRecord(tool: ArtifactTool, handler: FolderHandler): ToolRecord {
  return Object.freeze({
    id: tool.toolId,
    name: tool.toolId,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    version: tool.version,
    inputSchema: freezeJson(tool.jsonSchema),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: freezeJson(tool.outputSchema) }),
    policy: toPolicy(tool),
    ...(tool.tags === undefined ? {} : { tags: freezeJson(tool.tags) }),
    ...(tool.strict === undefined ? {} : { strict: tool.strict }),
    docs: toDocs(tool),
    hooksByStage: Object.freeze({}),
    execute: handler.execute,
  });
}

function toPolicy(tool: ArtifactTool): ToolPolicy {
  const { category, sideEffects, effects = [], idempotent, requiresConfirmation, allowedModes, latencyBudgetMs } = tool;
  const { behavior, onInterrupt } = tool;
  return Object.freeze({
    category,
    sideEffects,
    effects: freezeJson(effects),
    idempotent,
    requiresConfirmation,
    ...(allowedModes === undefined ? {} : { allowedModes: freezeJson(allowedModes) }),
    latencyBudgetMs,
    ...(behavior === undefined ? {} : { behavior }),
    ...(onInterrupt === undefined ? {} : { onInterrupt }),
  });
}

function toDocs({ summary, documentation, examples, preview }: ArtifactTool): ToolDocs {
  return Object.freeze({
    summary,
    documentation,
    ...(examples === undefined ? {} : { examples: freezeJson(examples) }),
    ...(preview === undefined ? {} : { preview }),
  });
}
