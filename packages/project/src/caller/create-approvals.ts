import {
  isApprovalFor,
  isToolError,
  ownerOf,
  publicDoors,
  type ApprovalDecision,
  type ApprovalRecord,
} from '@helve/core';
import type { Approvals, ApprovalWord } from '@helve/gateway';
import { createConsents, editArguments, resumeConfirmed, toDecisionRecord } from '@helve/govern';
import type { Store } from '@helve/store';
import { projectErrors } from '../project-errors.js';
import type { ProjectCaller } from './open-caller.js';
import { toApproval } from './to-approval.js';

const words = Object.freeze({ yes: 'approve', no: 'reject' });

/** Describes the subject of a decision for the trail; its arguments stand in the record of the call. */
function toTrailFacts({ id, kind, toolId, owner, reason = '', edited = [], decidedAtMs = Date.now() }: ApprovalRecord) {
  return { about: { id, kind, toolId, owner, reason, edited: [...edited] }, atMs: decidedAtMs };
}

/** Maximum size of the approvals that one list reads. */
const maxBytes = 8 * 1_048_576;

const discreet = Object.freeze({ exposeMessages: false });

/** Where people answer what the calls of a project wait for, by terminal and over HTTP alike. */
export function createApprovals(
  { caller, configFile }: Pick<ProjectCaller, 'caller' | 'configFile'>,
  { approvals, consent, trail }: Store,
): Approvals {
  const consents = createConsents({ store: consent, trail, approvals });

  async function toDecision(record: ApprovalRecord, word: ApprovalWord): Promise<ApprovalDecision> {
    const { decision, by, reason, arguments: written } = word;
    const common = { decision, by: ownerOf(by), nowMs: Date.now(), ...(reason === undefined ? {} : { reason }) };
    if (written === undefined) return common;
    const tool = record.kind === 'confirmation' ? caller.tools.get(record.toolId) : undefined;
    if (tool === undefined) throw projectErrors.create('PROJECT_APPROVAL_NOT_EDITABLE', { id: record.id });
    const edit = await editArguments(record, tool, written);
    return edit === undefined ? common : { ...common, edit };
  }

  return Object.freeze({
    async list({ limit = 50, ...filter } = {}) {
      const pending = await approvals.list({ ...filter, limit, maxBytes, state: 'pending', endsAfterMs: Date.now() });
      return pending.map(toApproval);
    },
    async get(id) {
      const record = await approvals.get(id);
      return record && toApproval(record);
    },
    isFor: async (id, input) => {
      const record = await approvals.get(id);
      return record !== undefined && isApprovalFor(record, input);
    },
    async decide(id, word) {
      const record = await approvals.get(id);
      if (record?.state !== 'pending') return undefined;
      const { decision, by, reason, ...details } = await toDecision(record, word);
      if (record.kind === 'consent') await consents.decide(id, decision, word.by, reason);
      else {
        const why = reason === undefined ? {} : { reason };
        if ((await approvals.decide(id, { decision, by, ...why, ...details })) === undefined) return undefined;
      }
      if (record.kind === 'mcp-definition' && decision === 'yes') {
        const { takeDefinition } = await import('../mcp/definition-approvals.js');
        await takeDefinition(configFile, record);
      }
      const decided = await approvals.get(id);
      if (decided === undefined) return undefined;
      await trail.append(
        toDecisionRecord({ act: `approval.${words[decision]}`, by: word.by, ...toTrailFacts(decided) }),
      );
      return toApproval(decided);
    },
    async resume(id, call) {
      try {
        return await resumeConfirmed(id, {
          approvals,
          // A caller at a door learns no more than the door would have shown.
          call: (approved) =>
            caller.callTool({ ...call, ...approved, ...(publicDoors.has(approved.call.door) ? discreet : {}) }),
        });
      } catch (thrown) {
        if (isToolError(thrown, 'GOVERN_APPROVAL_OVER')) return undefined;
        throw thrown;
      }
    },
  } satisfies Approvals);
}
