import type { Approvals, GatewayOptions, TrailReader } from '@helve/gateway';

export type { WorkerConfig, WorkerEnv, WorkerRow, WorkerVariable } from '@helve/gateway';

/** A tool as the gateway lists it. */
export type ToolContract = ReturnType<GatewayOptions['caller']['tools']['contracts']>[number];

export type JsonSchemaObject = ToolContract['inputSchema'];

/** A schema, or a boolean where one may stand. */
export type JsonSchema = boolean | JsonSchemaObject;

/** Response of a call. */
export type Envelope = Awaited<ReturnType<GatewayOptions['caller']['callTool']>>;

type WholeApproval = Awaited<ReturnType<Approvals['list']>>[number];
type ShownToAll = 'id' | 'kind' | 'state' | 'toolId' | 'userId' | 'preview' | 'createdAt' | 'expiresAt';

/** An approval; users who may not decide see only some of it. */
export type Approval = Pick<WholeApproval, ShownToAll> &
  Partial<Omit<WholeApproval, ShownToAll>> & {
    /** True when its arguments are too long for a list. */
    readonly cut?: true;
  };

/** Record of a call. */
export type CallRecord = Awaited<ReturnType<TrailReader['list']>>[number];

/** Result of verifying the chain of records. */
export type TrailVerdict = Awaited<ReturnType<TrailReader['verify']>>;

/** A problem of an input, with its JSON pointer. */
export interface Issue {
  readonly pointer: string;
  readonly message: string;
}
