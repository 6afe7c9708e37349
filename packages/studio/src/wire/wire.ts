import type { Approvals, GatewayOptions, TrailReader } from '@helve/gateway';

export type { WorkerConfig, WorkerEnv, WorkerRow, WorkerVariable } from '@helve/gateway';

/** A tool as the door lists it. */
export type ToolContract = ReturnType<GatewayOptions['caller']['tools']['contracts']>[number];

export type JsonSchemaObject = ToolContract['inputSchema'];

/** A schema, or a boolean where one may stand. */
export type JsonSchema = boolean | JsonSchemaObject;

/** What a call came to. */
export type Envelope = Awaited<ReturnType<GatewayOptions['caller']['callTool']>>;

type WholeApproval = Awaited<ReturnType<Approvals['list']>>[number];
type ShownToAll = 'id' | 'kind' | 'state' | 'toolId' | 'userId' | 'preview' | 'createdAt' | 'expiresAt';

/** A question that waits for a person; who may not decide sees only what it is about. */
export type Approval = Pick<WholeApproval, ShownToAll> &
  Partial<Omit<WholeApproval, ShownToAll>> & {
    /** Its arguments are too long for a list. */
    readonly cut?: true;
  };

/** A call that was made. */
export type CallRecord = Awaited<ReturnType<TrailReader['list']>>[number];

/** Whether the records still hang together. */
export type TrailVerdict = Awaited<ReturnType<TrailReader['verify']>>;

/** One thing that is wrong with an input, and where: a JSON pointer. */
export interface Issue {
  readonly pointer: string;
  readonly message: string;
}
