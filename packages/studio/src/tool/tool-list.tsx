import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { linkTo } from '../route.js';
import type { ToolContract } from '../wire/wire.js';
import { findTools } from './find-tools.js';
import { titleOf } from './title-of.js';
import { useToolSearch } from './use-tool-search.js';

interface ToolListProps {
  readonly tools: readonly ToolContract[];
  readonly open: string | undefined;
  readonly isLoading: boolean;
}

/** List of all tools with a search box. */
export function ToolList({ tools, open, isLoading }: ToolListProps) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = findTools(tools, query, useToolSearch(query));
  const stop = found.some(({ id }) => id === open) ? open : found[0]?.id;
  useSlash(box);

  /** Arrows move through the results, Enter opens the first, Escape clears the search. */
  function steer(event: KeyboardEvent<HTMLElement>) {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'ArrowDown') (links[at + 1] ?? links[at])?.focus();
    else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : box.current)?.focus();
    else if (event.key === 'Enter' && at === -1) links[0]?.click();
    else if (event.key === 'Escape') {
      setQuery('');
      box.current?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    <nav className="tool-list" aria-label="Tools" onKeyDown={steer}>
      <div className="search" role="search">
        <label htmlFor="search">
          Find a tool <kbd aria-hidden="true">/</kbd>
        </label>
        <input
          id="search"
          ref={box}
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="search-count"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p id="search-count" className="hint" role="status">
          {isLoading ? 'Loading…' : renderCount(found.length, tools.length)}
        </p>
      </div>
      <ul ref={list}>
        {found.map((tool) => (
          <li key={tool.id}>
            <a
              href={linkTo('tools', tool.id)}
              aria-current={tool.id === open ? 'page' : undefined}
              // One stop for the tab key; arrows lead to the others.
              tabIndex={tool.id === stop ? 0 : -1}
            >
              <strong>{titleOf(tool)}</strong>
              <span>{tool.description}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Focuses the search box when a slash is typed outside a field. */
function useSlash(box: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    function focus(event: globalThis.KeyboardEvent) {
      const inField = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || inField || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    }
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [box]);
}

function renderCount(found: number, all: number): string {
  const tools = all === 1 ? '1 tool' : `${all} tools`;
  return found === all ? tools : `${found} of ${tools}`;
}
