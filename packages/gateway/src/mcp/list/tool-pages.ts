import type { RegistrySnapshot, ToolContract } from '@helve/core';
import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import { byKey, pageAfter, toPages, type Page } from './page.js';
import { paramHeadersOf, type ParamHeader } from '../call/param-headers.js';
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
  readonly nameOf: (id: string) => string;
}

/** Keeps the pages of each view of a registry until it changes. */
export function createToolPages(listed: ListedTools, toText: PageText): (view: RegistrySnapshot) => ToolPages {
  const kept = new WeakMap<RegistrySnapshot, Kept>();
  return (view) => {
    const contracts = view.contracts();
    const known = kept.get(view);
    if (known?.contracts === contracts) return known.pages;
    const pages = pagesOf(contracts, listed, toText);
    kept.set(view, { contracts, pages });
    return pages;
  };
}

const none: readonly ParamHeader[] = Object.freeze([]);
const nameOf = ({ name }: Tool) => name;

function pagesOf(
  contracts: readonly ToolContract[],
  { pageSize: size, unlisted, nameOf: mcpNameOf }: ListedTools,
  toText: PageText,
): ToolPages {
  const all = contracts.map((contract) => ({ id: contract.id, tool: toMcpTool(contract, mcpNameOf(contract.id)) }));
  const shown = all.filter(({ id }) => !unlisted.has(id)).map(({ tool }) => tool);
  const tools = shown.toSorted(byKey(nameOf));
  const byCursor = new Map<string | undefined, Page<Tool>>();
  let cursor: string | undefined;
  for (const page of toPages(tools, nameOf, size)) {
    byCursor.set(cursor, Object.freeze(page));
    cursor = page.nextCursor;
  }
  const byName = new Map(all.map(({ tool }) => [tool.name, tool]));
  const inHeaders = new Map(
    all.map(({ tool }) => [tool.name, paramHeadersOf(tool)] as const).filter(([, headers]) => headers.length > 0),
  );
  const page = (at: string | undefined) => byCursor.get(at) ?? pageAfter(tools, nameOf, at, size);
  const texts = new Map<Page<Tool>, string>();
  return Object.freeze({
    page,
    text(at: string | undefined) {
      const asked = page(at);
      const known = texts.get(asked) ?? toText(asked);
      if (byCursor.get(at) === asked) texts.set(asked, known);
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
