import { useSyncExternalStore } from 'react';

/** What the page shows, as its address says it: `#/trail/REQUEST` is one record of the trail. */
export interface Route {
  readonly view: ViewName;
  /** The tool, record or worker that is looked at. */
  readonly name: string | undefined;
  /** The record whose input a form begins with. */
  readonly from: string | undefined;
}

const views = ['tools', 'approvals', 'trail', 'workers'] as const;
export type ViewName = (typeof views)[number];

/** What an address means; one that means nothing is the list of tools. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [first, second] = path.split('/');
  const view = views.find((one) => one === first) ?? 'tools';
  const name = second === undefined || second === '' ? undefined : decode(second);
  return { view, name, from: new URLSearchParams(query).get('from') ?? undefined };
}

/** The address of something on this page. */
export function linkTo(view: ViewName, name?: string | number, from?: string | number): string {
  const path = name === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(name)}`;
  return from === undefined ? path : `${path}?from=${encodeURIComponent(from)}`;
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return parseRoute(hash);
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name that somebody typed without encoding it.
    return text;
  }
}
