import type { Intent } from './intent.js';

/** Who calls. Open to declaration merging, so that an application can add its own fields. */
export interface ToolUser {
  readonly id: string;
}

/** What a running tool knows about its call. */
export interface ToolInvokeContext {
  readonly toolId: string;
  readonly toolName: string;
  readonly requestId: string | number;
  readonly sessionId: string | undefined;
  readonly user: ToolUser;
  /** Fires when the caller hangs up: stop the work and clean up. */
  readonly signal: AbortSignal;
  /** Asks the application to do something once the call is over; a tool never changes session state itself. */
  addIntent(intent: Intent): void;
}
