import type { Command } from '../command.js';
import { jobsCancelCommand, jobsPauseCommand } from './control.js';
import { jobsDeadCommand } from './dead.js';
import { jobsFetchCommand } from './fetch.js';
import { jobsListCommand } from './list.js';
import { jobsLogsCommand } from './logs.js';
import { jobsResumeCommand, jobsRetryCommand } from './resume.js';
import { jobsShowCommand } from './show.js';
import { jobsWatchCommand } from './watch.js';

/** `helve jobs`: runs that outlive their process. */
export const jobsCommand: Command = {
  ...jobsListCommand,
  name: 'jobs',
  summary: 'list, show, watch, fetch, pause, resume, retry and cancel durable work',
  examples: ['jobs', 'jobs show 3f2a9c1e', 'jobs resume 3f2a9c1e'],
  subcommands: [
    jobsListCommand,
    jobsShowCommand,
    jobsWatchCommand,
    jobsLogsCommand,
    jobsDeadCommand,
    jobsFetchCommand,
    jobsResumeCommand,
    jobsPauseCommand,
    jobsRetryCommand,
    jobsCancelCommand,
  ],
};
