import {
  approvalStateAt,
  isApprovalFor,
  ownerOf,
  type ApprovalRecord,
  type ApprovalStore,
  type Caller,
} from '@helve/core';
import { editArguments, resumeConfirmed } from '@helve/govern';
import type { Approval, Approvals } from '../port/approvals.js';

/** Creates approvals over a store and the calls of one caller. */
export function memoryApprovals(store: ApprovalStore, caller: () => Caller): Approvals {
  const get = async (id: string) => {
    const record = await store.get(id);
    return record && toApproval(record);
  };
  return {
    get,
    list: async (filter) => (await store.list({ ...filter, state: 'pending' })).map(toApproval),
    isFor: async (id, input) => {
      const record = await store.get(id);
      return record !== undefined && isApprovalFor(record, input);
    },
    async decide(id, { decision, by, reason, arguments: written }) {
      const record = await store.get(id);
      const tool = record && caller().tools.get(record.toolId);
      const edit = written && record && tool && (await editArguments(record, tool, written));
      const why = reason === undefined ? {} : { reason };
      const changed = edit === undefined ? {} : { edit };
      const decided = await store.decide(id, { decision, by: ownerOf(by), nowMs: Date.now(), ...why, ...changed });
      return decided && toApproval(decided);
    },
    resume: (id, call) =>
      resumeConfirmed(id, {
        approvals: store,
        call: (approved) => caller().callTool({ ...call, ...approved }),
      }).catch(() => undefined),
  };
}

function toApproval(record: ApprovalRecord): Approval {
  const { tokenHash: _, argumentsDigest: _too, user: _three, sent: _four, shown, answer, ...shownFields } = record;
  const { createdAtMs, expiresAtMs, decidedAtMs, ...rest } = shownFields;
  return {
    ...rest,
    ...(shown ?? { arguments: record.arguments, masked: [] }),
    state: approvalStateAt(record, Date.now()),
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
    ...(decidedAtMs === undefined ? {} : { decidedAt: new Date(decidedAtMs).toISOString() }),
    ...(answer === undefined ? {} : { answer: answer as unknown as NonNullable<Approval['answer']> }),
  };
}
