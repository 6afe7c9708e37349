import {
  policyOf,
  type JsonObject,
  type LoadedRegistry,
  type ToolPolicy,
  type NameMap,
  type RestorePlan,
  type ToolRecord,
} from '@helve/core';
import type { StepUses } from '../../contract/tool-use.js';
import type { ProviderCall, Transport } from '../../contract/transport.js';
import type { HydrateOptions } from '../../hydrate/hydrate-options.js';
import { pickTools } from '../../pick/pick-tools.js';
import { toMcpNames } from '../../provider/mcp/schema.js';
import { toInstructions } from './instructions.js';
import type { PinnedTools } from './pin-tools.js';
import type { SelectionOptions, SessionOptions } from '../session-options.js';
import { toFields } from '../../transport/read-field.js';
import { isSearched, toStepUses } from './tool-uses.js';
import { findCallForm, toDefinitions, toForms, type CallForm, type FormChoice } from './tool-forms.js';
import { registryOf } from './built-in-tools.js';
import { findTool, toNamedCall, useTool, type ToolFinder } from './find-tool.js';
import { toolDocs, type ToolDocsSource } from './tool-docs.js';

/** Number of tools that are declared without selection, and with it. */
const MAX_TOOLS = 20;
/** Number of tools that `find_tool` answers with, and of found tools that stay declared. */
const FOUND = 5;
const KEPT = 20;

const nameCache = new WeakMap<LoadedRegistry, Map<string, NameMap>>();

/** The tools of one session, in the form of its provider. */
export class SessionToolbox implements ToolDocsSource, ToolFinder {
  readonly pinned: PinnedTools;
  readonly names: NameMap;
  readonly #forms: LoadedRegistry;
  /** Forms of the tools that are built in and declared, by their ids. */
  readonly #builtIn: ReadonlyMap<string, LoadedRegistry>;
  /** Tools that were found, the latest last. */
  #found: readonly string[] = [];
  readonly #choice: FormChoice;
  readonly #mode: string;
  readonly #options: SessionOptions;
  readonly #visible: readonly ToolRecord[];
  readonly #ids: ReadonlyMap<string, string>;
  readonly #background: readonly string[];
  readonly #isSearched: boolean;
  /** Ids of the tools of models, where there are others beside them. */
  readonly #shown: readonly string[] | undefined;
  /** Uses of the tools by the provider. */
  readonly uses: StepUses;

  private constructor(
    pinned: PinnedTools,
    forms: LoadedRegistry,
    choice: FormChoice,
    options: SessionOptions,
    transport: Transport,
  ) {
    this.pinned = pinned;
    this.#forms = forms;
    this.#choice = choice;
    this.#mode = options.mode;
    this.#options = options;
    this.#isSearched = isSearched(options, transport);
    this.#visible = pinned.registry.list().filter((tool) => isVisible(tool, options.mode));
    this.#shown = pinned.registry.list().some(isForPages) ? this.ids() : undefined;
    this.names = namesOfAll(pinned, forms, choice.schemaKey);
    this.#ids = new Map(Object.entries(this.names).map(([id, name]) => [name, id]));
    this.uses = toStepUses(options, transport, { ids: this.ids(), all: pinned.all, names: this.names });
    this.#background = this.#visible
      .filter((tool) => tool.policy?.behavior === 'background')
      .map(({ id }) => this.names[id] ?? id);
    const declares = (tool: ToolRecord) =>
      tool === toolDocs || (this.leavesOut && transport.live && (tool === findTool || transport.changesTools !== true));
    const builtIn = pinned.builtIn.filter(declares);
    this.#builtIn = new Map(builtIn.map((tool) => [tool.id, toForms(registryOf(tool), choice.schemaKey)]));
  }

  get schemaKey(): string {
    return this.#choice.schemaKey;
  }

  /** Creates the toolbox; loads the provider forms where they lie beside the artifact. */
  static async open(pinned: PinnedTools, transport: Transport, options: SessionOptions): Promise<SessionToolbox> {
    const { schemaKey } = transport;
    const forms = toForms(pinned.registry, schemaKey);
    await forms.loadProvider(schemaKey);
    const strict = options.strict ?? (transport.provider === 'openai' ? 'auto' : false);
    return new SessionToolbox(pinned, forms, { schemaKey, strict }, options, transport);
  }

  /** Returns the definitions of one step: all tools of the mode, or a selection where there are many. */
  async definitions(
    userTexts: readonly string[],
    used: ReadonlySet<string>,
    wanted?: readonly string[],
  ): Promise<readonly JsonObject[]> {
    const only = wanted ?? (await this.#select(userTexts, used)) ?? this.#shown;
    const definitions = toDefinitions(this.#forms, this.#choice, this.#mode, only);
    const builtIn = [...this.#builtIn].filter(([id]) => wanted?.includes(id) !== false);
    if (builtIn.length === 0) return definitions;
    return [
      ...definitions,
      ...builtIn.flatMap(([, forms]) => toDefinitions(forms, this.#choice, this.#mode, undefined)),
    ];
  }

  /** True when there are more tools than are declared at once. */
  get leavesOut(): boolean {
    return this.#selection !== undefined;
  }

  /** Says how many of the tools are declared at once; undefined where all of them are. */
  describeSelection(): string | undefined {
    if (this.#selection === undefined) return undefined;
    const shown = this.#selection.maxTools ?? MAX_TOOLS;
    return `${shown} of ${this.#visible.length} tools are declared at a time; the model finds the others with find_tool`;
  }

  async find(request: string): Promise<readonly JsonObject[]> {
    const pick = { ...this.#selection?.pick, maxCandidates: FOUND };
    const picked = await pickTools([{ role: 'user', content: request }], this.#visible, pick);
    const ids = picked.map(({ tool }) => tool.id);
    this.#found = [...new Set([...this.#found.filter((id) => !ids.includes(id)), ...ids])].slice(-KEPT);
    return toDefinitions(this.#forms, this.#choice, this.#mode, ids);
  }

  /** Returns the call that a call of `use_tool` stands for; every other call as it is. */
  resolveCall(call: ProviderCall): ProviderCall {
    return call.name === useTool.id && this.pinned.builtIn.includes(useTool) ? toNamedCall(call) : call;
  }

  /** Returns how to read the arguments of these calls. */
  formsOfCalls(calls: readonly ProviderCall[]): Pick<HydrateOptions, 'restore' | 'definitionDigests'> {
    const restore: Record<string, RestorePlan> = {};
    const definitionDigests: Record<string, string> = {};
    for (const { name } of calls) {
      const id = this.#ids.get(name);
      const form = id === undefined ? undefined : this.#callFormOf(id);
      if (id === undefined || form === undefined) continue;
      if (form.restore !== null) restore[id] = form.restore;
      if (form.digest !== null) definitionDigests[id] = form.digest;
    }
    return { restore, definitionDigests };
  }

  /** Returns the id of a tool by the provider's name. */
  idOf(name: string): string | undefined {
    return this.#ids.get(name);
  }

  /** Returns the policy of a tool by the provider's name. */
  policyOfCall(name: string): ToolPolicy | undefined {
    const tool = this.pinned.all.get(this.#ids.get(name) ?? name);
    return tool === undefined ? undefined : policyOf(tool);
  }

  /** Names of the tools during whose calls a live conversation goes on. */
  get background(): readonly string[] {
    return this.#background;
  }

  instructions(): string {
    const { instructions: own = '', docs = 'summaries', docsBudgetChars = 16_000 } = this.#options;
    return toInstructions({
      own,
      // What the provider searches is not read before.
      summaries: this.#isSearched ? [] : this.#forms.getSummaries({ mode: this.#mode }),
      ...(docs === 'full' ? { documentationOf: (id: string) => this.documentationOf(id) } : {}),
      hasDocs: this.pinned.builtIn.includes(toolDocs),
      budgetChars: docsBudgetChars,
    });
  }

  /** Ids of the tools that the model may call: those of its mode, and those that are built in. */
  callable(): readonly string[] {
    return [...this.ids(), ...this.#builtIn.keys()];
  }

  ids(): readonly string[] {
    return this.#visible.map(({ id }) => id);
  }

  /** Returns documentation by id, or by the provider's name. */
  documentationOf(idOrName: string): string | null {
    const id = this.pinned.registry.get(idOrName) === undefined ? this.#ids.get(idOrName) : idOrName;
    const tool = this.#visible.find((visible) => visible.id === id);
    return tool === undefined ? null : (tool.docs?.documentation ?? tool.docs?.summary ?? tool.description);
  }

  /** The options of selection, where there are so many tools that it is needed. */
  get #selection(): SelectionOptions | undefined {
    const { selection: wanted = {} } = this.#options;
    const selection = wanted === 'provider' ? {} : wanted;
    return selection === false || this.#isSearched || this.#visible.length <= (selection.above ?? MAX_TOOLS)
      ? undefined
      : selection;
  }

  /** Selects tools; undefined means all of them. */
  async #select(userTexts: readonly string[], used: ReadonlySet<string>): Promise<readonly string[] | undefined> {
    const selection = this.#selection;
    if (selection === undefined) return undefined;
    const maxCandidates = selection.maxTools ?? MAX_TOOLS;
    const messages = userTexts.map((content) => ({ role: 'user', content }));
    const picked = await pickTools(messages, this.#visible, { ...selection.pick, maxCandidates });
    // Before anybody spoke, the first ones are as good as any.
    const chosen = userTexts.length === 0 ? this.#visible.slice(0, maxCandidates) : picked.map(({ tool }) => tool);
    const wanted = new Set([...chosen.map(({ id }) => id), ...used, ...this.#found]);
    return this.ids().filter((id) => wanted.has(id));
  }

  /** Returns the form of a call; a tool of another mode was never declared, and may have none. */
  #callFormOf(id: string): CallForm | undefined {
    try {
      return findCallForm(this.#forms, id, this.#choice);
    } catch {
      return undefined;
    }
  }
}

function isVisible(tool: ToolRecord, mode: string): boolean {
  const { allowedModes } = policyOf(tool);
  if (tool.tags?.includes('internal') === true || isForPages(tool)) return false;
  return allowedModes === undefined || allowedModes.includes(mode);
}

/** True for a tool that only the page of an MCP App uses. */
function isForPages({ annotations }: ToolRecord): boolean {
  const { visibility } = toFields(annotations?.['ui']);
  return Array.isArray(visibility) && !visibility.includes('model');
}

/** Maps tool ids to the provider's names; one object for all sessions, which also is the key of their tool index. */
function namesOfAll({ registry, builtIn }: PinnedTools, forms: LoadedRegistry, schemaKey: string): NameMap {
  const byKey = nameCache.get(forms) ?? new Map<string, NameMap>();
  nameCache.set(forms, byKey);
  const known = byKey.get(schemaKey);
  if (known !== undefined) return known;
  const ids = registry.list().map(({ id }) => id);
  // The form of MCP keeps dashes in names; all other providers share one set of names.
  const declared =
    schemaKey === 'mcp' ? toMcpNames(ids) : Object.fromEntries(ids.map((id) => [id, forms.nameFor(id) ?? id]));
  const names = Object.freeze({ ...declared, ...Object.fromEntries(builtIn.map(({ id }) => [id, id])) });
  byKey.set(schemaKey, names);
  return names;
}
