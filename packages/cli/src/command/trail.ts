import type { Command } from './command.js';
import { trailAnchorCommand } from './trail-anchor.js';
import { trailLsCommand } from './trail-ls.js';
import { trailReplayCommand } from './trail-replay.js';
import { trailRepairCommand } from './trail-repair.js';
import { trailShowCommand } from './trail-show.js';
import { trailVerifyCommand } from './trail-verify.js';

/** `helve trail`: what stays of every call. */
export const trailCommand: Command = {
  ...trailLsCommand,
  name: 'trail',
  summary: 'list, show, check, anchor, repair and replay the records of calls',
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
