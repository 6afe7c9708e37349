import { randomBytes } from 'node:crypto';
import { dirname, relative, sep } from 'node:path';
import {
  documentsOf,
  planDocumentUnits,
  runDurably,
  type DocumentResult,
  type DurableRun,
  type Engine,
  type JobUnit,
  type LoopLag,
  type RunReport,
} from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { PlannedRun } from '../run/plan-run.js';
import { openRun, type RunSite } from '../run/open-run.js';
import { hashFile } from '../run/record/output-store.js';
import { findRunDoor, type DurableDoor, type RunDoor } from '../run/run-door.js';
import type { RunRequest } from '../run/run-request.js';
import type { PlannedReport } from '../run/step/plan-report.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { needsTerms, termFiles } from '../term/run-terms.js';
import { assertDurable } from './assert-durable.js';
import { buildDigest, type BuildSite } from './build-digest.js';
import { effectOf } from './effect-of.js';
import { openJobEngine } from './open-job-engine.js';
import { toJobData } from './run-job.js';

export { isDurable } from './assert-durable.js';

/** A run that is to outlive its process. */
interface JobRun {
  readonly planned: PlannedRun;
  readonly listed: PlannedReport | undefined;
  readonly request: RunRequest;
  readonly durable: DurableDoor;
  readonly config: ResolvedConfig;
}

/** Number of files at once where nobody says it. */
const SLOTS = 4;

/** Runs what was planned as a job: a new one, or the one that its door names. */
export async function runAsJob(
  { planned, listed, request, durable, config }: JobRun,
  site: RunSite,
): Promise<RunReport> {
  const { host, ctx } = site;
  const door = findRunDoor(ctx);
  assertDurable(planned, door ?? {});
  const { engine, blobs } = await openJobEngine(host.folder);
  try {
    const build = await buildOf(planned, request, { ...host, config });
    const job = durable.job ?? newJobId();
    const isNew = durable.job === undefined || (durable.optional === true && (await engine.get(job)) === undefined);
    if (isNew) await submit(engine, { job, build, planned, request }, site);
    else await takeUp(engine, { job, build });
    durable.onJob(job);
    const units = await engine.units(job);
    const { plan, options, open, close } = await openRun(planned, listed, request, site);
    try {
      const worker = { id: `${job}-${randomBytes(6).toString('hex')}`, build, labels: [labelOf(job)] };
      const documents = documentsIn(units, planned);
      const slots = request.concurrency ?? SLOTS;
      const run: DurableRun = {
        engine,
        job,
        worker,
        slots,
        documents,
        open,
        stands,
        keeper: { blobs, nameOf: (path) => outputName(path, door?.cwd ?? host.folder) },
        effectOf: (tool) => effectOf(host.contractOf(tool)?.policy),
        onLag: (lag) => tellLag(lag, door),
      };
      return await runDurably(plan, run, options);
    } finally {
      await close();
      if (ctx.signal.aborted && (await isOpen(engine, job))) durable.onPaused?.(job);
    }
  } finally {
    await engine.close();
  }
}

async function isOpen(engine: Engine, job: string): Promise<boolean> {
  const state = (await engine.get(job))?.state;
  return state === 'running' || state === 'paused';
}

interface NewJob {
  readonly job: string;
  readonly build: string;
  readonly planned: PlannedRun;
  readonly request: RunRequest;
}

async function submit(engine: Engine, { job, build, planned, request }: NewJob, { host, ctx }: RunSite): Promise<void> {
  const { plan, files } = planned;
  const user = ctx.user;
  await engine.submit({
    id: job,
    kind: 'flow',
    tenant: user.tenant ?? '',
    userId: user.id,
    build,
    plan,
    units: planDocumentUnits(
      plan,
      files.map(({ input }) => input.id),
    ),
    // Only who has opened its files can work on it.
    needs: [labelOf(job)],
    keepGoing: request.keepGoing === true,
    data: toJobData({ request, cwd: findRunDoor(ctx)?.cwd ?? host.folder }),
  });
}

/** Goes on with a job, which must be of this very run. */
async function takeUp(engine: Engine, { job, build }: Pick<NewJob, 'job' | 'build'>): Promise<void> {
  const known = await engine.get(job);
  if (known === undefined) throw projectErrors.create('PROJECT_JOB_UNKNOWN', { job });
  if (known.build !== build) throw projectErrors.create('PROJECT_JOB_CHANGED', { job });
  if (known.state === 'paused') await engine.resume(job);
}

/** The build of a run: its plan, its options, and the code and settings of its project. */
async function buildOf({ plan }: PlannedRun, request: RunRequest, site: BuildSite): Promise<string> {
  const { only, except, onError, inPlace, lenient } = request;
  const files = needsTerms(plan) ? termFiles(site.config.terms, dirname(site.configFile)) : [];
  const termDigests = await Promise.all(files.map(hashFile));
  return buildDigest({ plan: plan.hash, only, except, onError, inPlace, lenient, termDigests }, site);
}

/** Names an output of a job: by its path from where the run was asked for. */
function outputName(path: string, cwd: string): string {
  return relative(cwd, path).replaceAll(sep, '/');
}

function tellLag({ lagMs, claims }: LoopLag, door: RunDoor | undefined): void {
  const message = `The process was busy for ${Math.round(lagMs)} ms and nearly lost ${claims.length} files to others`;
  const [claim] = claims;
  const document = documentsOf(claim?.unit.input ?? null)[0] ?? '';
  door?.log?.({ level: 'warn', message, document, node: '', tool: '' });
}

function newJobId(): string {
  return randomBytes(4).toString('hex');
}

function labelOf(job: string): string {
  return `job:${job}`;
}

/** The documents of a job in order, with the paths that they have now. */
function documentsIn(units: readonly Pick<JobUnit, 'input'>[], { files }: PlannedRun) {
  const paths = new Map(files.map(({ input: { id, path } }) => [id, path]));
  return units
    .flatMap(({ input }) => documentsOf(input))
    .map((id) => {
      const path = paths.get(id);
      return path === undefined ? { id } : { id, path };
    });
}

/** True when all outputs of a document stand in their places as its result says. */
async function stands({ report: { outputs } }: DocumentResult): Promise<boolean> {
  const found = await Promise.all(
    outputs.map(
      async ({ path, sha256 }) => path !== undefined && sha256 !== undefined && (await hashFile(path)) === sha256,
    ),
  );
  return found.every(Boolean);
}
