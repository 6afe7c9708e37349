import { useSyncExternalStore } from 'react';

/** View that the address of the page names: `#/trail/REQUEST` is one record of the trail. */
export interface Route {
  readonly view: ViewName;
  /** Tool, record or worker that is open. */
  readonly name: string | undefined;
  /** Record whose input fills the form. */
  readonly from: string | undefined;
}

const views = ['tools', 'approvals', 'trail', 'workers', 'talk'] as const;
export type ViewName = (typeof views)[number];

/** Parses an address; an unknown one is the list of tools. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [first, second] = path.split('/');
  const view = views.find((one) => one === first) ?? 'tools';
  const name = second === undefined || second === '' ? undefined : decode(second);
  return { view, name, from: new URLSearchParams(query).get('from') ?? undefined };
}

/** Creates the address of a view of this page. */
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
