import type { ReportAt } from './check-tool-schema.js';
import type { DeclaredTool } from './declared-tool.js';

const voiceBudgetMs = { retrieval: 800, action: 1000, utility: 1000 } as const;

/** Checks the rules between fields: what a category may do, and what would be risky or slow. */
export function checkPolicy(tool: DeclaredTool, modes: readonly string[], report: ReportAt): void {
  const { category, sideEffects, idempotent, requiresConfirmation } = tool;
  const writes = sideEffects === 'writes';
  if (category !== 'action' && writes) {
    report('BUILD_POLICY', '/sideEffects', `A ${category} tool cannot have the side effect "writes"`);
  }
  if (category === 'retrieval' && !idempotent) {
    report('BUILD_POLICY', '/idempotent', 'A retrieval tool has to be idempotent');
  }
  if (category === 'utility' && !idempotent) {
    report('W_UTILITY_NOT_IDEMPOTENT', '/idempotent', 'A utility tool that is not idempotent');
  }
  if (category === 'action' && writes && !requiresConfirmation) {
    report('W_UNCONFIRMED_WRITE', '/requiresConfirmation', 'It writes, and nobody is asked before');
  }
  checkVoiceBudget(tool, modes, report);
}

function checkVoiceBudget(
  { category, latencyBudgetMs, allowedModes }: DeclaredTool,
  modes: readonly string[],
  report: ReportAt,
): void {
  const most = voiceBudgetMs[category];
  if (latencyBudgetMs <= most || !(allowedModes ?? modes).includes('voice')) return;
  const message = `In voice, ${category} tools should answer within ${most} ms, and this one allows itself ${latencyBudgetMs} ms`;
  report('W_VOICE_BUDGET', '/latencyBudgetMs', message);
}
