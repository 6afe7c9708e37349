import type { RegistrySnapshot, ToolContract } from '@helve/core';
import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import { byKey, pageAfter, toPages, type Page } from './page.js';
import { findParamHeaders, type ParamHeader } from '../call/param-headers.js';
import { toMcpTool } from './to-mcp-tool.js';

/** Pages of a list of tools, made once for all who see the same ones. */
export interface ToolPages {
  page(cursor: string | undefined): Page<Tool>;
  /** Returns a page as the text of a whole result. */
  text(cursor: string | undefined): string;
  tool(name: string): Tool | undefined;
  /** Parameters of a tool that headers repeat. */
  paramHeaders(name: string): readonly ParamHeader[];
}

/** Writes a page as text. */
type PageText = (page: Page<Tool>) => string;

interface Kept {
  readonly contracts: readonly ToolContract[];
  readonly pages: ToolPages;
}

/** Options of a list of tools. */
export interface ListedTools {
  readonly pageSize: number;
  /** Tools that can be called, and stand in no list. */
  readonly unlisted: ReadonlySet<string>;
  readonly toName: (id: string) => string;
}

/** Keeps the pages of each view of a registry until it changes. */
export function createToolPages(listed: ListedTools, toText: PageText): (view: RegistrySnapshot) => ToolPages {
  const cache = new WeakMap<RegistrySnapshot, Kept>();
  return (view) => {
    const contracts = view.contracts();
    const known = cache.get(view);
    if (known?.contracts === contracts) return known.pages;
    const pages = splitPages(contracts, listed, toText);
    cache.set(view, { contracts, pages });
    return pages;
  };
}

const none: readonly ParamHeader[] = Object.freeze([]);
const toName = ({ name }: Tool) => name;

function splitPages(
  contracts: readonly ToolContract[],
  { pageSize: size, unlisted, toName: mcpNameOf }: ListedTools,
  toText: PageText,
): ToolPages {
  const all = contracts.map((contract) => ({ id: contract.id, tool: toMcpTool(contract, mcpNameOf(contract.id)) }));
  const shown = all.filter(({ id }) => !unlisted.has(id)).map(({ tool }) => tool);
  const tools = shown.toSorted(byKey(toName));
  const byCursor = new Map<string | undefined, Page<Tool>>();
  let cursor: string | undefined;
  for (const page of toPages(tools, toName, size)) {
    byCursor.set(cursor, Object.freeze(page));
    cursor = page.nextCursor;
  }
  const byName = new Map(all.map(({ tool }) => [tool.name, tool]));
  const inHeaders = new Map(
    all.map(({ tool }) => [tool.name, findParamHeaders(tool)] as const).filter(([, headers]) => headers.length > 0),
  );
  const page = (at: string | undefined) => byCursor.get(at) ?? pageAfter(tools, toName, at, size);
  const texts = new Map<Page<Tool>, string>();
  return Object.freeze({
    page,
    text(at: string | undefined) {
      const requested = page(at);
      const known = texts.get(requested) ?? toText(requested);
      if (byCursor.get(at) === requested) texts.set(requested, known);
      return known;
    },
    tool: (name: string) => byName.get(name),
    paramHeaders: (name: string) => inHeaders.get(name) ?? none,
  });
}

/** Converts a page to the result of `tools/list`. */
export function toListResult({ items, nextCursor }: Page<Tool>, ttlMs: number): ListToolsResult {
  const cursor = nextCursor === undefined ? {} : { nextCursor };
  return { tools: [...items], ...cursor, ttlMs, cacheScope: 'private' };
}
