import { resolveSides, targetPort, type BlockView, type StepContext, type TargetView } from '@helve/flow';
import { proposalPort } from '../../tool-kit/commit-target.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { sidesProperties } from '../../tool-kit/side-edits.js';
import { targetLocale } from '../../tool-kit/target-locale.js';
import { commitAnswers, planAnswers, type Answers } from './apply-answers.js';
import { runBatches } from './command-batch.js';
import type { CommandConfig } from './command-config.js';
import { CommandFailure, reportFailure, runCommand } from './run-command.js';
import { answerText, sideJobs, translationJobs, type CommandJob } from './command-job.js';

const version = '1.0.0';

/** Lets a program of the user change or translate text. */
export const externalCommand = flowToolEntry({
  meta: {
    id: 'external-command',
    version,
    category: 'pipeline',
    displayName: 'External command',
    description: 'Passes text to a program and reads back its output; no shell is involved.',
    cardinality: 'monolingual',
    capability: 'transform',
    exec: true,
    requires: ['exec'],
    consumes: [],
    produces: [],
    writesOutput: true,
    defaultParallelBlocks: 2,
  },
  groups: [
    { id: 'command', title: 'Command', properties: ['command', 'args', 'env'] },
    { id: 'content', title: 'Content', properties: ['applySource', 'applyTarget', 'side', 'send', 'mode'] },
    { id: 'limits', title: 'Limits', properties: ['timeoutMs', 'maxOutputBytes', 'onExit'] },
  ],
  properties: {
    command: {
      type: 'string',
      minLength: 1,
      'x-config': 'programs',
      description: 'Program to run, by name or path.',
    },
    args: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description:
        'Arguments of the program; ${source} ${target} ${locale} and ${id} are replaced for single texts, and no shell interprets them.',
    },
    ...sidesProperties(false, true),
    side: {
      enum: ['side', 'source'],
      default: 'side',
      description: 'Process each side by itself, or send the source and write the output to the target.',
    },
    send: {
      enum: ['placeholder', 'text', 'json'],
      default: 'placeholder',
      description: 'Input format: text with tags for codes, plain text, or a JSON object with both.',
    },
    mode: {
      enum: ['block', 'batch'],
      default: 'block',
      description: 'Start the program for each text, or once for many texts as lines of JSON.',
    },
    timeoutMs: {
      type: 'integer',
      minimum: 1000,
      maximum: 600_000,
      default: 30_000,
      description: 'Time limit in milliseconds.',
    },
    onExit: {
      enum: ['error', 'keep'],
      default: 'error',
      description: 'When the program fails, fail the block or leave it unchanged.',
    },
    env: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Environment variables that the program sees besides PATH and LANG.',
    },
    maxOutputBytes: {
      type: 'integer',
      minimum: 1,
      default: 1_048_576,
      description: 'Maximum size of the output, in bytes.',
    },
  },
  required: ['command'],
  resolve: (config, info) => {
    if (config.side === 'side') {
      const sides = resolveSides(config, info);
      return { ...sides, produces: [...(sides.produces ?? []), ...(config.applyTarget ? [proposalPort] : [])] };
    }
    return {
      capability: 'translate',
      cardinality: 'bilingual',
      produces: [targetPort, proposalPort],
      requires: ['exec', 'target-language'],
    };
  },
  notIdempotent: 'A program may do anything.',
  create: (config) => {
    if (config.mode === 'batch') return { process: (ctx, input) => runBatches(config, version, ctx, input) };
    if (config.side === 'source') return { translate: (view, ctx) => translate(view, ctx, config) };
    return { transform: (view, ctx) => transform(view, ctx, config) };
  },
});

async function transform(view: BlockView, ctx: StepContext, config: CommandConfig) {
  const jobs = view.translatable ? sideJobs(view, config) : [];
  const answers = await ask(jobs, view, ctx, config);
  return answers === undefined ? null : planAnswers(view, ctx, config, jobs, answers);
}

async function translate(view: TargetView, ctx: StepContext, config: CommandConfig): Promise<void> {
  const target = targetLocale(ctx);
  const jobs = view.translatable ? translationJobs(view, target) : [];
  const answers = await ask(jobs, view, ctx, config);
  if (answers !== undefined) commitAnswers(view, ctx, config, target, version, jobs, answers);
}

/** Runs the program once for a text; returns undefined when it failed and failures are ignored. */
async function ask(
  jobs: readonly CommandJob[],
  view: BlockView,
  ctx: StepContext,
  config: CommandConfig,
): Promise<Answers | undefined> {
  if (jobs.length === 0) return undefined;
  const answers = new Map<string, string>();
  try {
    for (const job of jobs) {
      const { stdin, args } = toInput(job, view, ctx, config);
      answers.set(job.id, answerText(await runCommand(config, args, stdin, ctx), stdin, config.send));
    }
    return answers;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    reportFailure(error, view.id, config, ctx);
    return undefined;
  }
}

function toInput(job: CommandJob, view: BlockView, ctx: StepContext, config: CommandConfig) {
  const target = view.text(ctx.locales.target ?? job.locale);
  const facts: { readonly [name: string]: string } = {
    source: view.text(view.sourceLocale),
    target: job.locale === view.sourceLocale && ctx.locales.target === undefined ? '' : target,
    locale: job.locale,
    id: view.id,
  };
  const args = config.args.map((arg) =>
    arg.replaceAll(/\$\{(source|target|locale|id)\}/g, (_, name: string) => facts[name] ?? ''),
  );
  return { args, stdin: job.sent(config.send, facts) };
}
