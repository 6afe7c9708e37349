import type { JsonObject } from '@helve/core';
import type { Transport } from '../contract/transport.js';
import type { WireFixture } from './fixture/wire-fixture.js';
import type { WireServer } from './wire-server.js';

/** Scenarios that every transport is tested with. */
export const scenarios = [
  'one call',
  'parallel',
  'interleaved fragments',
  'no arguments',
  'broken JSON',
  'truncated',
  'unknown tool',
  'stray argument',
  'null optionals',
  'cancelled',
  'error result',
  'media',
  'reconnect',
  'provider error',
  'unreadable event',
] as const;

export type Scenario = (typeof scenarios)[number];

/** A conversation on a wire server: answers are played on request. */
export interface Conversation {
  readonly transport: Transport;
  /** Plays these events for the next request; with `hang` the answer stays open. */
  play(events: readonly unknown[], options?: { readonly hang?: boolean }): void;
  /** Rejects the next request. */
  refuse(status: number, message: string): void;
  /** Returns everything sent to the provider so far, in order: bodies of requests, or messages on a socket. */
  sent(): readonly unknown[];
}

/** One transport with its vendor's own SDK. */
export interface TransportSubject {
  readonly name: string;
  readonly fixture: WireFixture;
  /** Scenarios that cannot be tested on this provider, with the reason. */
  readonly exceptions: Partial<Readonly<Record<Scenario, string>>>;
  /** The tool `get_weather` in the form it declares. */
  readonly tool: JsonObject;
  /** True when an image in a result has a form of its own; else a note replaces it. */
  readonly takesImages: boolean;
  /** True for the answer to one call on this wire. */
  isResult(value: Readonly<Record<string, unknown>>): boolean;
  /** The wire content of the scenario `parallel`. */
  readonly golden: readonly unknown[];
  connect(wire: WireServer): Promise<Conversation>;
}
