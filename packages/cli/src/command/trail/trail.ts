import type { Command } from '../command.js';
import { trailAnchorCommand } from './anchor.js';
import { trailLsCommand } from './ls.js';
import { trailReplayCommand } from './replay.js';
import { trailRepairCommand } from './repair.js';
import { trailShowCommand } from './show.js';
import { trailVerifyCommand } from './verify.js';

/** `helve trail`: what stays of every call. */
export const trailCommand: Command = {
  ...trailLsCommand,
  name: 'trail',
  summary: 'list, show, verify, anchor, repair and replay the records of calls',
  examples: ['trail ls', 'trail show REQUEST', 'trail verify', 'trail replay REQUEST'],
  subcommands: [
    trailLsCommand,
    trailShowCommand,
    trailVerifyCommand,
    trailAnchorCommand,
    trailRepairCommand,
    trailReplayCommand,
  ],
};
