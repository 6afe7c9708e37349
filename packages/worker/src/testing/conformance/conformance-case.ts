import type { Json } from '@helve/core';

/** An expected value; the keys of the wire stand for what JSON lacks, as in `{"__wire__": "bytes", "data": "AQI="}`. */
export type Expected = Json;

/** One request to the probe of a language. */
export interface ConformanceRequest {
  readonly op?: 'action' | 'actionStream' | 'execute' | 'structuralSurface';
  readonly action?: string;
  readonly args?: readonly Json[];
  readonly named?: { readonly [name: string]: Json };
  /** The argument `value` is tagged with this kind, and holds what does not fit it. */
  readonly malformed?: { readonly kind: string; readonly data: Json };
}

/** One step of a case; each waits for the one before. */
export type ConformanceStep = ConformanceRequest &
  (
    | { readonly gives: Expected }
    /** The value, or the stream, has these members at least. */
    | { readonly givesAtLeast: Expected }
    /** The error has this code, these fields, and says this. */
    | { readonly fails: { readonly code: string; readonly says?: string; readonly [field: string]: Json | undefined } }
    /** The call is cancelled once it has reported progress, and ends within this time. */
    | { readonly cancelled: { readonly withinMs: number } }
    /** The stream is left after this many chunks; then it has ended, too. */
    | { readonly leftAfter: number }
  );

/** Duty of a worker in any language, as data: a program passes if all of its steps come out as written. */
export interface ConformanceCase {
  /** Requirement of the specification. */
  readonly id: string;
  readonly sentence: string;
  /** Environment and secrets of the worker beyond the usual. */
  readonly secrets?: { readonly [name: string]: string };
  readonly maxFrameBytes?: number;
  readonly steps: readonly ConformanceStep[];
}
