import { gatewayErrors } from '../gateway-errors.js';
import type { Inbound } from './inbound.js';
import type { Route } from './route.js';

type Method = Route['method'];

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

interface OpenEntry extends RouteEntry {
  readonly segments: readonly string[];
}

const noParams: RouteMatch['params'] = Object.freeze({});
const methodOrder: readonly Method[] = ['GET', 'POST', 'DELETE'];

/** Compiles the route table: a path that a route spells out comes before one with open segments. */
export function compileRoutes(routes: readonly Route[]): (path: string) => RouteMatch | undefined {
  const fixed = new Map<string, RouteMatch>();
  const open: OpenEntry[] = [];
  for (const path of new Set(routes.map((route) => route.path))) {
    const entry = toEntry(path, routes);
    if (path.includes('/:')) open.push({ ...entry, segments: path.split('/') });
    else fixed.set(path, { entry, params: noParams });
  }
  return (path) => fixed.get(path) ?? matchOpen(open, path.split('/'));
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

function matchOpen(open: readonly OpenEntry[], segments: readonly string[]): RouteMatch | undefined {
  for (const entry of open) {
    const params = readParams(entry.segments, segments);
    if (params !== undefined) return { entry, params };
  }
  return undefined;
}

function readParams(pattern: readonly string[], segments: readonly string[]): RouteMatch['params'] | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (segment !== expected) return undefined;
    } else if (segment === '') return undefined;
    else params[expected.slice(1)] = decodeSegment(segment);
  }
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
