import { gatewayErrors } from '../gateway-errors.js';
import type { Inbound } from './inbound.js';
import type { Route } from './route.js';

/** All routes of one path. */
export interface RouteEntry {
  /** The path as the table spells it, with `:name` for open segments. */
  readonly path: string;
  readonly routes: ReadonlyMap<string, Route>;
  /** Value of the Allow header: HEAD comes with GET, OPTIONS always. */
  readonly allow: string;
}

/** An entry with the segments of a path that it leaves open. */
export interface RouteMatch {
  readonly entry: RouteEntry;
  readonly params: Readonly<Record<string, string>>;
}

/** One segment of the paths in the table. */
interface RouteNode {
  readonly fixed: Map<string, RouteNode>;
  open?: RouteNode;
  entry?: RouteEntry;
}

const methodOrder: readonly Route['method'][] = ['GET', 'POST', 'DELETE'];

/** Compiles the route table: a path that a route spells out comes before one with open segments. */
export function compileRoutes(routes: readonly Route[]): (path: string) => RouteMatch | undefined {
  const root: RouteNode = { fixed: new Map() };
  for (const path of new Set(routes.map((route) => route.path))) {
    findNode(root, path.split('/')).entry = toEntry(path, routes);
  }
  return (path) => {
    const segments = path.split('/');
    const entry = findEntry(root, segments, 0);
    return entry && { entry, params: readParams(entry.path.split('/'), segments) };
  };
}

/** Finds the route for the method of a request; throws when its path has none. */
export function selectRoute({ routes, allow }: RouteEntry, { method, path }: Pick<Inbound, 'method' | 'path'>): Route {
  const route = routes.get(method === 'HEAD' ? 'GET' : method);
  if (route !== undefined) return route;
  throw gatewayErrors.create('GATEWAY_METHOD_REFUSED', { method, path, allowed: allow }, { details: { allow } });
}

function toEntry(path: string, all: readonly Route[]): RouteEntry {
  const routes = new Map(all.filter((route) => route.path === path).map((route) => [route.method as string, route]));
  const methods = methodOrder.filter((method) => routes.has(method));
  const allow = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');
  return { path, routes, allow };
}

/** Finds the node of a path, and adds those that are missing. */
function findNode(root: RouteNode, segments: readonly string[]): RouteNode {
  let node = root;
  for (const segment of segments) {
    if (segment.startsWith(':')) node = node.open ??= { fixed: new Map() };
    else {
      const next = node.fixed.get(segment) ?? { fixed: new Map() };
      node.fixed.set(segment, next);
      node = next;
    }
  }
  return node;
}

function findEntry(node: RouteNode | undefined, segments: readonly string[], at: number): RouteEntry | undefined {
  const segment = segments[at];
  if (node === undefined || segment === undefined) return node?.entry;
  const fixed = findEntry(node.fixed.get(segment), segments, at + 1);
  return fixed ?? (segment === '' ? undefined : findEntry(node.open, segments, at + 1));
}

function readParams(pattern: readonly string[], segments: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  pattern.forEach((name, index) => {
    if (name.startsWith(':')) params[name.slice(1)] = decodeSegment(segments[index] ?? '');
  });
  return params;
}

/** Decodes the escapes of a segment; one with broken escapes stays as it is. */
function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
