import { isToolError, joinSignals } from '@helve/core';
import { planSteps } from '../../binding/plan-steps.js';
import { redactsData, needsVault, restoresData } from '../../binding/vault-step.js';
import type { LocaleId } from '../../contract/block.js';
import type { Part } from '../../contract/part.js';
import type { PlanFork, PlanNode, PlanStep } from '../../contract/plan.js';
import type { FlowTool, SessionTool, StepContext } from '../../contract/tool.js';
import { BaseTool, findBlockHandlers, isBarrierTool, overridesProcess } from '../../tool/base-tool.js';
import { newBlockView } from '../../view/new-block-view.js';
import { BarrierStage } from './barrier-stage.js';
import { BlockStage } from './block-stage.js';
import type { DocumentRun } from '../document-run.js';
import { localeSetsFor, barrierKey } from '../document-locales.js';
import { toStepPolicy, type StepPolicy } from '../step/error-policy.js';
import { ForkStage } from './fork-stage.js';
import { Channel } from '../channel/channel.js';
import { OrderedStage } from './ordered-stage.js';
import { PartGate, type PartHandler } from '../step/part-gate.js';
import { joinPassing, PassingStage } from './passing-stage.js';
import { variantLocale } from '../../content/block/variant.js';
import { LocaleQuarantine, OpenQuarantine, Quarantine } from '../step/quarantine.js';
import { Spool } from '../channel/spool.js';
import { reduceSnapshots } from './reduce-snapshots.js';
import type { Stage } from './stage.js';
import { createStageWatch, watchedStage } from './stage-watch.js';
import { stepFailure, type FailureLocation } from '../step/step-failure.js';
import { StepRecord } from '../step/step-record.js';
import { StepScope, type StepSetting } from '../step/step-scope.js';
import { stepSession } from '../step/step-session.js';
import { StreamStage } from './stream-stage.js';

/** Where stages are built: what they must not touch, and what stops them. */
interface StageContext {
  readonly run: DocumentRun;
  readonly quarantine: Quarantine;
  readonly signal: AbortSignal;
}

/** The stages of a document: one for each step and locale set, one behind the other. */
export function buildStages(nodes: readonly PlanNode[], run: DocumentRun): Stage[] {
  return buildNodes(nodes, { run, quarantine: new Quarantine(run.unselected), signal: run.signal });
}

function buildNodes(nodes: readonly PlanNode[], context: StageContext): Stage[] {
  const stages = nodes.flatMap((node) => {
    if (node.kind === 'fork') return [forkStage(node, context)];
    return localeSetsFor(node, context.run.document).map((locales) => stepStage(node, locales, context));
  });
  return joinPassing(stages);
}

/** One step for one locale set, with a tool of its own. */
function stepStage(step: PlanStep, locales: readonly LocaleId[], context: StageContext): Stage {
  const { run } = context;
  const record = new StepRecord(step, locales, run.document.id);
  run.records.push(record);
  const at: FailureLocation = { document: run.document.id, node: step.node, tool: step.tool };
  const tool = createTool(step, at, run);
  record.joinReports = tool.joinReports?.bind(tool);
  // Only blocks that run at once must be stopped by each other's failures.
  const own = { ...context, quarantine: quarantineFor(step, locales, context) };
  const { context: inside, stop } = step.parallelBlocks > 1 ? stoppable(own) : { context: own, stop: () => undefined };
  const gate = createGate(tool, record, inside);
  const setting = toSetting(record, inside, (block, error) => gate.giveUp(block, error, scope));
  const scope = new StepScope(setting);
  const watch = createStageWatch(record, run, context.quarantine);
  if (isPassing(tool, step))
    return new PassingStage([{ gate, scope, watch, handles: (kind) => handlesKind(tool, kind) }]);
  const stage = handlingStage(tool, { gate, scope, setting, at, context: own, step, stop });
  return watchedStage(isBarrier(tool, step) ? barrierStage(tool, stage, step, at, own) : stage, watch);
}

/** Private data is taken out of quarantined blocks too, and put back: they are written like all others. */
function quarantineFor(step: PlanStep, [, ...targets]: readonly LocaleId[], context: StageContext): Quarantine {
  const { quarantine, run } = context;
  if (needsVault(step)) return new OpenQuarantine(quarantine, run.unselected);
  return targets.length === 0
    ? quarantine
    : new LocaleQuarantine(quarantine, run.ownLocales, targets.map(variantLocale));
}

/** Adds a signal to a context that can also be aborted from here. */
function stoppable(context: StageContext): { readonly context: StageContext; stop(): void } {
  const stopping = new AbortController();
  // Both end with the run, so that nothing has to be released.
  const { signal } = joinSignals(context.signal, stopping.signal);
  return { context: { ...context, signal }, stop: () => stopping.abort() };
}

function createTool(step: PlanStep, at: FailureLocation, { env }: DocumentRun): FlowTool {
  try {
    return env.tools.create(step.tool, step.config, { files: env.resources.files });
  } catch (error) {
    if (isToolError(error)) throw error;
    throw stepFailure(at, error);
  }
}

interface StageParts {
  readonly gate: PartGate;
  readonly scope: StepScope;
  readonly setting: StepSetting;
  readonly at: FailureLocation;
  readonly context: StageContext;
  readonly step: PlanStep;
  stop(): void;
}

function handlingStage(tool: FlowTool, parts: StageParts): Stage {
  const { gate, scope, setting, at, context, step, stop } = parts;
  if (isSessionTool(tool) || overridesProcess(tool)) {
    return new StreamStage({
      scope,
      contract: step.contract,
      quarantine: context.quarantine,
      location: at,
      process: (ctx, input) =>
        isSessionTool(tool) && ctx.session !== undefined
          ? tool.sessionProcess(ctx, ctx.session, input)
          : tool.process(ctx, input),
    });
  }
  if (step.parallelBlocks <= 1) return new BlockStage(gate, scope);
  return new OrderedStage({ gate, parallelBlocks: step.parallelBlocks, scope: () => new StepScope(setting), stop });
}

function createGate(tool: FlowTool, record: StepRecord, { run, quarantine, signal }: StageContext): PartGate {
  const { clock, random } = run.env;
  const { document } = run;
  const policy = stepPolicy(record.step, run);
  return new PartGate({
    handler: findHandler(tool, record.step, run),
    record,
    policy,
    quarantine,
    document: document.id,
    signal,
    clock,
    random,
  });
}

/**
 * A block that still has its private data goes round all further steps, also where a flow would skip over the failure.
 * Where nothing is put back later, nobody expects private data in the file: then it is not written.
 */
function stepPolicy(step: PlanStep, { env }: DocumentRun): StepPolicy {
  const policy = toStepPolicy(step.onError);
  if (!redactsData(step) || policy.then === 'fail') return policy;
  return { ...policy, then: isPutBack(step, planSteps(env.plan)) ? 'quarantine' : 'fail' };
}

function isPutBack(step: PlanStep, steps: readonly PlanStep[]): boolean {
  const later = steps.slice(steps.indexOf(step) + 1);
  return later.some(restoresData);
}

function findHandler(tool: FlowTool, step: PlanStep, { env }: DocumentRun): PartHandler {
  if (!(tool instanceof BaseTool)) return () => true;
  const { contract, overwriteApproved } = step;
  const handling = tool.step({ contract, overwriteApproved, enforceImmutability: env.enforceImmutability });
  return (part, scope) => handling.part(part, scope);
}

const HIDDEN = 'A line is not shown, since the step sees private data';

function toSetting(
  record: StepRecord,
  { run, signal }: StageContext,
  failBlock: StepSetting['failBlock'],
): StepSetting {
  const { env, document, session, pseudonyms } = run;
  const { step, locales } = record;
  const { node, tool, contract, overwriteApproved } = step;
  return {
    record,
    signal,
    config: step.config,
    locales: toStepLocales(step, locales, env.plan.sourceLocale),
    document: documentFacts(run),
    step: { node, tool, contract, overwriteApproved },
    call: (request) => {
      record.calls += 1;
      return env.call({ signal, ...request }, { document: document.id, node });
    },
    session: stepSession(session, record, env.writable),
    resources: env.resources,
    clock: env.clock,
    log: (level, message, block) => {
      if (block !== undefined && run.unsearched.has(node)) pseudonyms.concealByDigest(block);
      const line = record.log.take({
        level,
        // Warnings are in the words of a tool; anything else may be content.
        message: level !== 'warn' && run.secretive.has(node) ? HIDDEN : pseudonyms.redactMessage(message),
        document: document.id,
        node,
        tool,
        ...(block === undefined ? {} : { block: pseudonyms.shown(block) }),
      });
      if (line !== undefined) env.log(line);
      return line;
    },
    failBlock: (block, error) => failBlock(pseudonyms.original(block), error),
    conceal: pseudonyms.conceal,
    shown: pseudonyms.shown,
  };
}

function documentFacts({ document: { id, path, format, locations } }: DocumentRun): StepContext['document'] {
  return {
    id,
    ...(path === undefined ? {} : { path }),
    ...(format === undefined ? {} : { format }),
    ...(locations === undefined ? {} : { locations }),
  };
}

/** A bilingual step has a pair; others work with all locales of their set. */
function toStepLocales({ contract }: PlanStep, all: readonly LocaleId[], source: LocaleId): StepContext['locales'] {
  if (contract.cardinality === 'multilingual') return { source, all };
  const [first = source, second] = all;
  return { source: first, ...(second === undefined ? {} : { target: second }), all };
}

function isSessionTool(tool: FlowTool): tool is SessionTool {
  return 'sessionProcess' in tool && typeof tool.sessionProcess === 'function';
}

function isBarrier(tool: FlowTool, step: PlanStep): boolean {
  return isBarrierTool(tool) && step.contract.barrier !== undefined;
}

const otherHandlers: { readonly [kind in Part['kind']]?: string } = {
  data: 'handleData',
  media: 'handleMedia',
  'layer-start': 'handleLayer',
  'group-start': 'handleGroup',
};

function handlesKind(tool: FlowTool, kind: Part['kind']): boolean {
  const name = otherHandlers[kind];
  return name !== undefined && typeof Reflect.get(tool, name) === 'function';
}

/** True when a step has nothing to do with blocks. */
function isPassing(tool: FlowTool, step: PlanStep): boolean {
  const readsStream = isSessionTool(tool) || overridesProcess(tool);
  return !readsStream && !isBarrier(tool, step) && findBlockHandlers(tool).length === 0;
}

function barrierStage(tool: FlowTool, then: Stage, step: PlanStep, at: FailureLocation, context: StageContext): Stage {
  if (!isBarrierTool(tool)) return then;
  const { run, quarantine } = context;
  const { env, document, index, records } = run;
  const meta = step.contract;
  const { shown } = run.pseudonyms;
  const view = { tool: step.tool, meta, document: document.id, lose: () => undefined, shown };
  const name = barrierKey(step, records.at(-1)?.locales ?? []);
  return new BarrierStage({
    location: at,
    quarantine,
    room: env.spool,
    then,
    collect: (block) => tool.collect(newBlockView(block, view)),
    snapshot: () => tool.snapshot(),
    meet: async (snapshot) =>
      meta.barrier === 'run' ? env.barrier.meet(name, index, snapshot) : reduceSnapshots(tool, [snapshot]),
    merge: (all) => tool.merge(all),
  });
}

function forkStage(fork: PlanFork, context: StageContext): Stage {
  const { run } = context;
  const { context: inside, stop } = stoppable(context);
  const branches = fork.branches.map((nodes) => {
    const quarantine = new Quarantine(context.quarantine);
    return { quarantine, stages: buildNodes(nodes, { ...inside, quarantine }) };
  });
  const holdsBack = branches.some(({ stages }) => stages.some((stage) => stage.holdsBack === true));
  const waiting = () => run.channel(holdsBack ? new Spool(run.env.spool) : new Channel(Infinity));
  return new ForkStage({
    node: fork.node,
    quarantine: context.quarantine,
    holdsBack,
    openOriginals: waiting,
    openBranches: (failed) =>
      branches.map(({ quarantine, stages }) => {
        const input = run.channel(new Channel());
        const output = holdsBack ? waiting() : run.channel(new Channel());
        return { input, output: run.chain(stages, input, output, failed), quarantine };
      }),
    stop,
  });
}
