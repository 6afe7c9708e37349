import { randomBytes } from 'node:crypto';
import { digest, type Json } from '@helve/core';
import {
  documentsOf,
  planDocumentUnits,
  runDurably,
  type DocumentResult,
  type Engine,
  type JobUnit,
  type RunReport,
} from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import type { PlannedRun } from '../run/plan-run.js';
import { openRun, type RunSite } from '../run/open-run.js';
import { hashFile } from '../run/record/output-store.js';
import { findRunDoor, type DurableDoor } from '../run/run-door.js';
import type { RunRequest } from '../run/run-request.js';
import type { PlannedReport } from '../run/step/plan-report.js';
import { readVersion } from '../version.js';
import { assertDurable } from './assert-durable.js';
import { openJobEngine } from './open-job-engine.js';
import { toJobData } from './run-job.js';

/** A run that is to outlive its process. */
interface JobRun {
  readonly planned: PlannedRun;
  readonly listed: PlannedReport | undefined;
  readonly request: RunRequest;
  readonly durable: DurableDoor;
}

/** Number of files at once where nobody says it. */
const SLOTS = 4;

/** Runs what was planned as a job: a new one, or the one that its door names. */
export async function runAsJob({ planned, listed, request, durable }: JobRun, site: RunSite): Promise<RunReport> {
  const { host, ctx } = site;
  assertDurable(planned, findRunDoor(ctx) ?? {});
  const engine = await openJobEngine(host.folder);
  try {
    const build = buildOf(planned, request);
    const job = durable.job ?? newJobId();
    if (durable.job === undefined) await submit(engine, { job, build, planned, request }, site);
    else await takeUp(engine, { job, build });
    durable.onJob(job);
    const units = await engine.units(job);
    const { plan, options, open, close } = await openRun(planned, listed, request, site);
    try {
      const worker = { id: `${job}-${randomBytes(6).toString('hex')}`, build, labels: [labelOf(job)] };
      const documents = documentsIn(units, planned);
      const slots = request.concurrency ?? SLOTS;
      return await runDurably(plan, { engine, job, worker, slots, documents, open, stands }, options);
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

/** Digest of all that shapes the results of a run: units of one build are never continued by another. */
function buildOf({ plan }: PlannedRun, { only, except, onError, inPlace, lenient }: RunRequest): string {
  const facts = { plan: plan.hash, only, except, onError, inPlace, lenient, version: readVersion() };
  return digest(JSON.parse(JSON.stringify(facts)) as Json);
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
