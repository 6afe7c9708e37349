import { dirname, resolve } from 'node:path';
import { ownerOf, visibleText, type ToolContract, type ToolInvokeContext } from '@helve/core';
import type { BlockStore } from '@helve/flow';
import {
  createBlockStore,
  execDigest,
  ownedBlockTable,
  planSteps,
  systemFiles,
  type ExecStep,
  type FlowHost,
  type FlowPlan,
  type ThreadSource,
} from '@helve/flow/engine';
import { createLocalRecognizer, l10nErrors, localRecognizerUri, PROJECT_TERMS } from '@helve/l10n/run';
import type { ResolvedConfig } from '../config/config-keys.js';
import type { ConfigOverride } from '../config/config-override.js';
import type { Environment } from '../project-io.js';
import type { LazyStore } from '../caller/lazy-store.js';
import { termsFor } from '../term/run-terms.js';
import { memoriesIn, openRunMemories } from '../memory/run-memories.js';
import { admitAtDoor } from '../reach/admit-config.js';
import { createCallerFiles, isAtTerminal, type CallerFiles } from '../reach/caller-files.js';
import { createReach, type Reach } from '../reach/reach.js';
import type { StepRights } from '../reach/step-rights.js';
import { openExecTrust } from './exec-trust.js';
import { assertFilesGranted } from './files-granted.js';
import { findFlow, isFlowPath, readFlowAt, unknownFlow } from './find-flow.js';
import type { FlowEnvironment } from './open-flow-environment.js';
import { openPlanVault } from './project-vault.js';
import { findRunDoor, typedSecret } from '../run/run-door.js';

/** The project as the records of flows see it. */
export interface ProjectHost extends FlowHost {
  readonly folder: string;
  readonly configFile: string;
  readonly overrides: readonly ConfigOverride[];
  /** The names of the tools that capabilities serve. */
  readonly remote: ReadonlySet<string>;
  /** Which files callers of doors may name. */
  readonly reach: Reach;
  /** For all runs of the process. */
  readonly threads: ThreadSource;
  /** The contract of a tool that steps may call; undefined for one that nobody knows. */
  contractOf(id: string): ToolContract | undefined;
  /** The blocks that are kept of a caller; at the terminal, those of the project. */
  openBlocks(ctx: ToolInvokeContext): Promise<BlockStore>;
  /** Refuses a plan whose steps lack the keys of those whom they ask. */
  assertKeys(plan: FlowPlan, ctx: ToolInvokeContext): Promise<void>;
}

/** Parts that a host is made of besides the flow environment. */
export interface HostParts {
  readonly config: ResolvedConfig;
  readonly configFile: string;
  readonly overrides: readonly ConfigOverride[];
  readonly env: Environment;
  readonly store: LazyStore;
  /** Resolves the tools that steps of a caller may call. */
  stepRights(ctx: ToolInvokeContext): Promise<StepRights>;
  /** True when a tool of the project made a call, or one of the calls around it. */
  isOfAuthor(ctx: ToolInvokeContext): boolean;
}

export function createFlowHost(
  environment: FlowEnvironment,
  parts: HostParts,
  { threads, contractOf }: Pick<ProjectHost, 'threads' | 'contractOf'>,
): ProjectHost {
  const { config, configFile, overrides, env, store, stepRights, isOfAuthor } = parts;
  const assertFiles = (ctx: ToolInvokeContext) => {
    if (!isOfAuthor(ctx)) assertFilesGranted(ctx);
  };
  const { tools, formats, defaults, folder, remote } = environment;
  const cwdOf = (ctx: ToolInvokeContext) => findRunDoor(ctx)?.cwd ?? folder;
  const reach = createReach({ config, configFile, folder });
  // One call has one list of files that the project names for it.
  const ofCallers = new WeakMap<ToolInvokeContext, CallerFiles>();
  const callerFiles = (ctx: ToolInvokeContext) => {
    const files = ofCallers.get(ctx) ?? createCallerFiles(reach, folder);
    ofCallers.set(ctx, files);
    return files;
  };
  const flowPlaces = config.flows.map((path) => resolve(folder, path));
  const isOfProject = (file: string) =>
    /(?:^|[/\\])[^./\\][^/\\]*\.(?:ya?ml|json)$/i.test(file) &&
    flowPlaces.some((path) => file === path || dirname(file) === path);
  const host: ProjectHost = {
    tools,
    formats,
    defaults,
    folder,
    configFile,
    overrides,
    remote,
    reach,
    threads,
    contractOf,
    assertKeys: async (plan, ctx) => {
      const isRemote = planSteps(plan).some(({ contract }) => contract.requires?.includes('credentials') === true);
      if (!isRemote || typedSecret(ctx, 'apiKey') !== undefined) return;
      const { assertKeys } = await import('../model/assert-keys.js');
      assertKeys(plan, tools, config, env);
    },
    openBlocks: async (ctx) => {
      const owner = isAtTerminal(ctx) ? undefined : ownerOf(ctx.user);
      return createBlockStore(ownedBlockTable((await store.open()).blocks, owner));
    },
    findFlow: async (name, ctx) => {
      const isOpen = isAtTerminal(ctx) || !isFlowPath(name) || isOfProject(resolve(folder, name));
      if (!isOpen) return readFlowAt(name, callerFiles(ctx));
      const found = await findFlow(name, { paths: config.flows, folder, cwd: cwdOf(ctx), tools });
      if (found === undefined) throw await unknownFlow(name, { paths: config.flows, folder, tools });
      return found;
    },
    fileFor: async (path, ctx) => {
      assertFiles(ctx);
      return isAtTerminal(ctx) ? resolve(cwdOf(ctx), path) : reach.locate(path, 'read');
    },
    filesFor: (ctx) => (isAtTerminal(ctx) ? systemFiles : callerFiles(ctx)),
    admitFor: async (ctx, file) => {
      if (isAtTerminal(ctx)) return undefined;
      const ofProject = file !== undefined && isOfProject(file);
      return admitAtDoor({
        config,
        presets: defaults.presets,
        reach,
        files: callerFiles(ctx),
        assertFilesGranted: () => assertFiles(ctx),
        mayCall: await stepRights(ctx),
        ofProject,
      });
    },
    trustsExec: async (steps, file, ctx) => {
      // Presets of the config were not typed by the person.
      const own = file === undefined && steps.every(({ tool }) => defaults.presets[tool] === undefined);
      return trusts(steps, file, own, ctx, env);
    },
    openResources: async (plan, ctx) => {
      const vault = await openPlanVault(plan, { folder, env, resources: config.resources });
      const terms = await termsFor(plan, config.terms, folder);
      const memories = await openRunMemories(memoriesIn(plan), config, folder);
      const get = (uri: string) => {
        if (uri === localRecognizerUri) return createLocalRecognizer();
        return uri === PROJECT_TERMS ? terms : memories.get(uri);
      };
      return {
        resources: { get, threads, files: host.filesFor(ctx), ...(vault === undefined ? {} : { vault }) },
        close: async () => {
          await vault?.close();
          await memories.close();
        },
      };
    },
  };
  return host;
}

/** Typed is agreed to; else a decision of the user counts, now or earlier. Nobody to ask is a no. */
async function trusts(
  steps: readonly ExecStep[],
  file: string | undefined,
  own: boolean,
  ctx: ToolInvokeContext,
  env: Environment,
): Promise<boolean> {
  const door = findRunDoor(ctx);
  if (own && (door?.typed !== undefined || (door === undefined && ctx.call.door === 'cli'))) return true;
  const digest = execDigest(steps, file);
  const decision = await openExecTrust(env).decision(digest);
  if (decision === 'yes') return true;
  const request = { digest, file, lines: steps.map(toLine) };
  if (decision === undefined && (await door?.agrees(request)) === true) return true;
  throw l10nErrors.create(
    'L10N_EXEC_REFUSED',
    { tool: steps[0]?.tool ?? '' },
    {
      details: {
        rule: 'exec-untrusted',
        digest,
        // A script is shown to those who may read it anyway.
        ...(isAtTerminal(ctx)
          ? { findings: request.lines.map((line) => ({ where: 'exec-untrusted', message: line })) }
          : {}),
        suggestion: `Read them, then agree with \`--trust-exec ${digest}\``,
      },
    },
  );
}

function toLine({ node, tool, config, files }: ExecStep): string {
  const scripts = Object.entries(files).map(([path, text]) => `${path}: ${text}`);
  return visibleText([`${node} ${tool} ${JSON.stringify(config)}`, ...scripts].join(' '));
}
