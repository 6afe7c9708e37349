import type { ToolContract, ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';
import { digest } from '../json/digest.js';
import { toContract } from '../tool/tool-contract.js';
import { toolFromClass, type ToolClass } from '../tool/tool-from-class.js';
import { asSealed, sealTool } from './seal-tool.js';
import { assertTool, type ToolConstraint } from './validate-tool.js';

/** A tool in any form that needs no build step. */
export type ToolLike = ToolRecord | ToolClass;

/** Something happened to the registry; `revision` counts up with each change. */
export interface RegistryChange {
  readonly type: 'tool-added' | 'tool-replaced' | 'tool-removed' | 'registry-sealed';
  readonly id?: string;
  readonly revision: number;
}

/** A registry, or a snapshot of one, for readers. */
export interface RegistrySnapshot {
  readonly version: string;
  readonly size: number;
  get(id: string): ToolRecord | undefined;
  list(): readonly ToolRecord[];
  /** The tools as plain data, for models, clients and other processes: one frozen list, made anew only after a change. */
  contracts(): readonly ToolContract[];
}

/** A tool, or how to make its frozen record when it is first asked for. */
type Held = ToolRecord | (() => ToolRecord);

/** All the tools of an application, in the order they were registered. */
export class ToolRegistry implements RegistrySnapshot {
  readonly #tools = new Map<string, Held>();
  readonly #contracts = new Map<string, ToolContract>();
  readonly #listeners = new Set<(change: RegistryChange) => void>();
  #revision = 0;
  #contractList: readonly ToolContract[] | undefined;
  #sealedVersion: string | undefined;

  /** Adds a tool as it is; its schemas are looked at when they are first needed. */
  addInline(tool: ToolLike): ToolRecord {
    return this.#put('tool-added', toRecord(tool));
  }

  /**
   * Adds a tool that passes `validateTool` and the caller's own constraints; else throws with every problem and adds
   * nothing.
   */
  addValidated(tool: ToolLike, options: { readonly constraints?: readonly ToolConstraint[] } = {}): ToolRecord {
    const record = toRecord(tool);
    assertTool(record, options.constraints);
    return this.#put('tool-added', record);
  }

  /** Puts a tool in the place of the one with the same id. */
  replace(tool: ToolLike): ToolRecord {
    const record = toRecord(tool);
    if (!this.#tools.has(record.id)) throw coreErrors.create('CALL_TOOL_NOT_FOUND', { tool: record.id });
    return this.#put('tool-replaced', record);
  }

  /** Takes a tool out; false if there was none. */
  remove(id: string): boolean {
    this.#assertOpen();
    if (!this.#tools.delete(id)) return false;
    this.#changed('tool-removed', id);
    return true;
  }

  get(id: string): ToolRecord | undefined {
    const held = this.#tools.get(id);
    return typeof held === 'function' ? this.#make(id, held) : held;
  }

  get size(): number {
    return this.#tools.size;
  }

  list(): readonly ToolRecord[] {
    return Array.from(this.#tools, ([id, held]) => (typeof held === 'function' ? this.#make(id, held) : held));
  }

  contracts(): readonly ToolContract[] {
    this.#contractList ??= Object.freeze(this.list().map((tool) => this.#contractOf(tool)));
    return this.#contractList;
  }

  /** Number of changes so far. */
  get revision(): number {
    return this.#revision;
  }

  /** Of a sealed registry, a digest of its contracts; before that, the revision. */
  get version(): string {
    return this.#sealedVersion ?? `0.0.${this.#revision}`;
  }

  get sealed(): boolean {
    return this.#sealedVersion !== undefined;
  }

  /**
   * Ends the time of changes: every tool becomes a frozen copy, and the version is fixed. Problems of schemas surface
   * here at the latest.
   */
  seal(): this {
    if (this.sealed) return this;
    this.#sealedVersion = this.sealedVersion();
    for (const [id, held] of this.#tools) if (typeof held !== 'function') this.#tools.set(id, sealTool(held));
    this.#notify('registry-sealed');
    return this;
  }

  /** A sealed copy of how things stand now; later changes do not reach it. */
  snapshot(): RegistrySnapshot {
    if (this.sealed) return this;
    return this.copyTo(new ToolRegistry()).seal();
  }

  /** Calls back after each change; returns how to stop that. */
  subscribe(listener: (change: RegistryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The ids of all tools, of which none has to be made for that. */
  protected ids(): Iterable<string> {
    return this.#tools.keys();
  }

  /** The version a registry gets when it is sealed. */
  protected sealedVersion(): string {
    return contentVersion(this.contracts());
  }

  /** Holds a place for a tool whose record, frozen all the way down, is made when it is first asked for. */
  protected defer(id: string, make: () => ToolRecord): void {
    if (this.#tools.has(id)) throw coreErrors.create('CALL_TOOL_DUPLICATE', { tool: id });
    this.#tools.set(id, make);
  }

  /** Puts all tools into another registry, which is new. */
  protected copyTo<Copy extends ToolRegistry>(copy: Copy): Copy {
    for (const [id, held] of this.#tools) copy.#tools.set(id, held);
    for (const [id, contract] of this.#contracts) copy.#contracts.set(id, contract);
    return copy;
  }

  #make(id: string, make: () => ToolRecord): ToolRecord {
    const tool = asSealed(make());
    this.#tools.set(id, tool);
    return tool;
  }

  #put(type: 'tool-added' | 'tool-replaced', tool: ToolRecord): ToolRecord {
    this.#assertOpen();
    if (type === 'tool-added' && this.#tools.has(tool.id)) {
      throw coreErrors.create('CALL_TOOL_DUPLICATE', { tool: tool.id });
    }
    this.#tools.set(tool.id, tool);
    this.#changed(type, tool.id);
    return tool;
  }

  #changed(type: RegistryChange['type'], id: string): void {
    this.#contracts.delete(id);
    this.#contractList = undefined;
    this.#revision += 1;
    this.#notify(type, id);
  }

  #notify(type: RegistryChange['type'], id?: string): void {
    const change = Object.freeze({ type, ...(id === undefined ? {} : { id }), revision: this.#revision });
    const errors: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        errors.push(error);
      }
    }
    // The change stands and everybody was told; the one who made it hears what went wrong.
    if (errors.length > 0) throw new AggregateError(errors, `Cannot tell every listener of "${type}"`);
  }

  #contractOf(tool: ToolRecord): ToolContract {
    const known = this.#contracts.get(tool.id);
    if (known !== undefined) return known;
    const contract = toContract(tool);
    this.#contracts.set(tool.id, contract);
    return contract;
  }

  #assertOpen(): void {
    if (this.sealed) throw coreErrors.create('CALL_REGISTRY_SEALED', {});
  }
}

function toRecord(tool: ToolLike): ToolRecord {
  return typeof tool === 'function' ? toolFromClass(tool) : tool;
}

/** Makes a version of the contracts alone, whatever order they were registered in. */
function contentVersion(contracts: readonly ToolContract[]): string {
  const digests = contracts.map((contract) => digest(contract)).toSorted();
  return `1.0.${digest(digests).slice(0, 8)}`;
}
