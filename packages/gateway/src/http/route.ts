import type { ToolError, ToolUser } from '@helve/core';
import type { Access } from '../auth/access.js';
import type { Inbound } from './inbound.js';
import type { Outbound } from './outbound.js';

/** Every kind of body that a route can take, with the type that its handler gets. */
export interface RequestBodies {
  /** The body is not looked at. */
  none: undefined;
  /** A JSON object. */
  object: Record<string, unknown>;
  /** `{}`: the path says everything; a body is required so that no form of a foreign page can send the request. */
  empty: Record<string, never>;
  /** Any JSON. */
  json: unknown;
}

export type BodyKind = keyof RequestBodies;

/** One request with everything that the pipeline found out about it. */
export interface RequestContext<Body = unknown> {
  readonly request: Inbound;
  /** Segments of the path that the route leaves open, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Sender of the request; on an open route always anonymous. */
  readonly user: ToolUser;
  readonly body: Body;
}

/** One row of the route table. The pipeline does everything that a row asks for before its handler runs. */
export interface Route<Kind extends BodyKind = BodyKind> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Users who may send the request. */
  readonly access: Access;
  /** Kind of body that is read and checked; none unless given. */
  readonly body?: Kind;
  /** Words a refused body in the protocol of the route, instead of as a problem. */
  readonly refuseBody?: (refusal: ToolError) => Outbound;
  answer(context: RequestContext<RequestBodies[Kind]>): Outbound | Promise<Outbound>;
}

/** Defines a route whose handler gets a body of the kind that its row names. */
export function defineRoute<Kind extends BodyKind = 'none'>(route: Route<Kind>): Route {
  return route;
}
