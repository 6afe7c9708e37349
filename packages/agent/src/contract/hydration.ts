import type { Json, NoSchemaMode, ToolComponent } from '@helve/core';

/** One failure on the way from text to an instance, and the stage at which it happened. */
export interface HydrationError {
  readonly stage: 'parse' | 'validate' | 'instantiate';
  readonly message: string;
  readonly detail?: unknown;
}

/** One change a repair made. */
export interface RepairChange {
  readonly pointer: string;
  readonly from: Json;
  readonly to: Json;
  readonly rule: string;
}

/** A repair that was tried, successful or not. */
export interface RepairRecord {
  readonly repairer: string;
  readonly original: Json;
  readonly candidate: Json;
  readonly changes: readonly RepairChange[];
  readonly outcome: 'accepted' | 'rejected';
}

/** The origin of one call's arguments, and everything that was done to them. Plain JSON. */
export interface Provenance {
  readonly providerToolId: string;
  readonly originalRawArgs: unknown;
  readonly parsed?: unknown;
  readonly validated?: unknown;
  readonly repaired?: boolean;
  readonly validator?: {
    readonly name: string;
    readonly version?: string;
    readonly compiledAt?: 'build' | 'decoration' | 'hydration';
    readonly durationMs?: number;
  } | null;
  readonly callId: string;
  readonly provider: string;
  readonly toolId?: string;
  readonly className?: string;
  readonly toolVersion?: string;
  readonly registryVersion?: string;
  /** Digest of the definition that was sent to the model. */
  readonly definitionDigest?: string;
  readonly at: string;
  readonly parse: {
    readonly form: 'object' | 'string' | 'empty';
    readonly tolerated: readonly ('trim' | 'single-quotes')[];
    readonly durationMs: number;
  };
  readonly restored: readonly {
    readonly pointer: string;
    readonly step: 'renamed' | 'null-removed' | 'enum-number';
  }[];
  readonly repair?: RepairRecord;
  readonly source?: { readonly responseId?: string; readonly chunk?: Json };
}

/** The outcome of hydrating one provider call: an instance that is ready to run, or every reason why not. */
export interface HydrationResult<T = ToolComponent> {
  readonly tool?: T;
  readonly success: boolean;
  readonly validated: boolean;
  readonly untrusted?: true;
  readonly noSchemaMode?: NoSchemaMode;
  readonly errors?: readonly HydrationError[];
  readonly provenance: Provenance;
}
