/** The treatment of what is thrown in a stage: a gate fails closed, an observer is isolated. */
export type StageClass = 'gate' | 'observer';

/** The consequence of a control signal or an error in a stage, in the words of the lifecycle page. */
export type StageEffect =
  /** Go on with the post stages. */
  | 'post'
  /** Go to the error line. */
  | 'fail'
  /** Reported; the other hooks still run. */
  | 'ignored'
  /** Takes the place of the output; the next stage follows. */
  | 'replaces'
  /** Makes a success of a failure that may be recovered, else ignored. */
  | 'recovers';

/** One row of the stage table. */
export interface StageRow {
  readonly stage: string;
  readonly class: StageClass;
  readonly purpose: string;
  readonly respond: StageEffect;
  /** For `abort` and `retryAfter`. */
  readonly refuse: StageEffect;
  readonly unknown: StageEffect;
}

/** The life of a call as data: the engine, the tests and the lifecycle page all read it here. */
export const stageTable = Object.freeze([
  gate('willCreateInvokeContext', 'last enrichment: tenant, locale, trace data'),
  gate('didCreateInvokeContext', 'sanity checks on the finished context'),
  gate('willBindProviders', 'bind what later hooks and the tool resolve'),
  gate('willAuthorize', 'may this caller use this tool'),
  gate('willCheckConsent', 'has a person agreed'),
  gate('willCheckFeatureFlags', 'is the tool switched on for this caller'),
  gate('willAcquireQuota', 'rate and budget'),
  gate('willAcquireSemaphore', 'a slot to run in'),
  gate('willParseInput', 'reshape the raw input before the input check'),
  gate('willValidateInput', 'business rules on typed input'),
  gate('willNormalizeInput', 'the canonical form'),
  gate('willRedactInput', 'drop what the tool must not see'),
  gate('willInjectSecrets', 'credentials, as late as possible'),
  gate('willReadCache', 'look for a stored answer'),
  row('didCacheHit', 'observer', 'telemetry of a hit', 'post', 'fail', 'ignored'),
  row('didCacheMiss', 'observer', 'telemetry of a miss', 'post', 'fail', 'ignored'),
  gate('aroundExecute', 'retry, timeout, breaker, span'),
  observer('onRetry', 'before every attempt but the first'),
  gate('willExecute', 'last look at the input'),
  gate('didExecute', 'first look at the output'),
  observer('onGiveUp', 'the attempts are exhausted'),
  observer('willWriteCache', 'store the unredacted output'),
  row('willRedactOutput', 'gate', 'drop what this caller must not see', 'replaces', 'fail', 'fail'),
  row('willValidateOutput', 'gate', 'rules on the output, before the output check', 'replaces', 'fail', 'fail'),
  row('willTransformOutput', 'gate', 'projection, paging, presentation', 'replaces', 'fail', 'fail'),
  observer('willAudit', 'write the trail'),
  observer('didAudit', 'forward, confirm'),
  observer('onMetrics', 'counters, histograms'),
  observer('didReleaseSemaphore', 'give the slot back'),
  observer('didReleaseQuota', 'give the quota back'),
  row('onError', 'observer', 'see, map or recover the error', 'recovers', 'ignored', 'ignored'),
  observer('willFinalizeInvoke', 'the last word, on every path'),
]);

export type ToolHookStage = (typeof stageTable)[number]['stage'];

const stageNames: readonly ToolHookStage[] = stageTable.map(({ stage }) => stage);

/** The stages by name. */
export const ToolHookStage = Object.freeze(Object.fromEntries(stageNames.map((stage) => [stage, stage]))) as {
  readonly [S in ToolHookStage]: S;
};

/** Stages before the tool runs; `willBindProviders` comes after the second, in a step of its own. */
export const toolPreStages = Object.freeze(
  stagesFrom('willCreateInvokeContext', 'willReadCache').filter((stage) => stage !== 'willBindProviders'),
);

/** Stages after a success. */
export const toolPostStages = Object.freeze(stagesFrom('willWriteCache', 'didReleaseQuota'));

/** Stages in which an answer is one of a gate, such as a challenge, and no result of the tool. */
export const gateAnswerStages = Object.freeze(stagesFrom('willCreateInvokeContext', 'willInjectSecrets'));

/** Stages after a failure. */
export const toolErrorStages = Object.freeze(['onError', ...stagesFrom('willAudit', 'didReleaseQuota')] as const);

function stagesFrom(first: ToolHookStage, last: ToolHookStage): ToolHookStage[] {
  return stageNames.slice(stageNames.indexOf(first), stageNames.indexOf(last) + 1);
}

function gate<const Stage extends string>(stage: Stage, purpose: string) {
  return row(stage, 'gate', purpose, 'post', 'fail', 'fail');
}

function observer<const Stage extends string>(stage: Stage, purpose: string) {
  return row(stage, 'observer', purpose, 'ignored', 'ignored', 'ignored');
}

function row<const Stage extends string>(
  stage: Stage,
  stageClass: StageClass,
  purpose: string,
  respond: StageEffect,
  refuse: StageEffect,
  unknown: StageEffect,
) {
  return Object.freeze({ stage, class: stageClass, purpose, respond, refuse, unknown });
}
