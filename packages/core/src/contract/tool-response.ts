import type { Intent } from './intent.js';
import type { Issue } from './issue.js';
import type { ResultScheduling } from './policy.js';
import type { ErrorType } from './error-type.js';

/** Of the envelope, not of Helve: it changes only when the shapes below do. */
export const RESPONSE_SCHEMA_VERSION = '1.0.0';

/** The one answer that every call gets. */
export type ToolResponse<Data = unknown> =
  | { readonly ok: true; readonly data: Data | null; readonly intents: readonly Intent[]; readonly meta: ResponseMeta }
  | {
      readonly ok: false;
      readonly error: ToolErrorBody;
      readonly intents: readonly Intent[];
      readonly meta: ResponseMeta;
    };

export interface ToolErrorBody {
  readonly type: ErrorType;
  readonly message: string;
  readonly retryable: boolean;
  readonly partialSideEffects: boolean;
  /** Only where waiting helps. */
  readonly retryAfterMs?: number;
  readonly details?: ToolErrorBodyDetails;
}

export interface ToolErrorBodyDetails {
  /** A row of the error table. */
  readonly code?: string;
  readonly issues?: readonly Issue[];
  readonly suggestion?: string;
  readonly reason?: string;
  readonly [fact: string]: unknown;
}

/** Facts about the call, on success and failure alike. */
export interface ResponseMeta {
  readonly toolId: string;
  /** `null` when there is no such tool. */
  readonly toolVersion: string | null;
  readonly registryVersion: string;
  readonly requestId: string | number;
  /** Milliseconds, by a clock that never runs backwards. */
  readonly duration: number;
  readonly responseSchemaVersion: typeof RESPONSE_SCHEMA_VERSION;
  /** Moment at which a live conversation hears of the result of a background call. Default: `when_idle`. */
  readonly scheduling?: ResultScheduling;
  /** Set when the tool has no schema, so that nothing was checked. */
  readonly validated?: false;
  readonly noSchemaMode?: string;
  /** Set when the trail has not taken the record of the call, or not in time. */
  readonly recorded?: false;
  /** Pointers of arguments that were dropped because the tool does not know them. */
  readonly strippedArgs?: readonly string[];
  readonly [handlerKey: string]: unknown;
}
