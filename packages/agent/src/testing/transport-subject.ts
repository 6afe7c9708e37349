import type { JsonObject } from '@helve/core';
import type { Transport } from '../contract/transport.js';
import type { WireFixture } from './fixture/wire-fixture.js';
import type { WireServer } from './wire-server.js';

/** What every transport is tried with. */
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

/** A conversation on a wire server: answers are played as they are asked for. */
export interface Conversation {
  readonly transport: Transport;
  /** Plays these events when the model is asked next; the answer stays open if told so. */
  play(events: readonly unknown[], options?: { readonly hang?: boolean }): void;
  /** Refuses when the model is asked next. */
  refuse(status: number, message: string): void;
  /** What the provider was sent so far, in order: bodies of requests, or messages on a socket. */
  sent(): readonly unknown[];
}

/** One transport with its vendor's own SDK. */
export interface TransportSubject {
  readonly name: string;
  readonly fixture: WireFixture;
  /** What cannot be tried on this provider, and why. */
  readonly exceptions: Partial<Readonly<Record<Scenario, string>>>;
  /** The tool `get_weather` in the form it declares. */
  readonly tool: JsonObject;
  /** Whether an image in a result has a form of its own; else a note stands for it. */
  readonly takesImages: boolean;
  /** True for what answers one call on this wire. */
  isResult(value: Readonly<Record<string, unknown>>): boolean;
  /** What goes over the wire in the scenario `parallel`. */
  readonly golden: readonly unknown[];
  connect(wire: WireServer): Promise<Conversation>;
}
