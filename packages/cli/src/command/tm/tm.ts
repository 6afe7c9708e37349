import type { Command } from '../command.js';
import { tmAuditCommand } from './audit.js';
import { tmExportCommand } from './export.js';
import { tmImportCommand } from './import.js';
import { tmLearnCommand } from './learn.js';
import { tmLsCommand } from './ls.js';
import { tmLookupCommand } from './lookup.js';
import { tmStatsCommand } from './stats.js';

/** `helve tm`: what was translated before. */
export const tmCommand: Command = {
  ...tmLsCommand,
  name: 'tm',
  summary: 'import, export, learn, look up and audit translation memories',
  examples: ['tm import vendor.tmx', "tm lookup 'Save the file' --to de", 'tm learn po/de.po', 'tm export memory.tmx'],
  subcommands: [
    tmImportCommand,
    tmExportCommand,
    tmLearnCommand,
    tmLookupCommand,
    tmStatsCommand,
    tmLsCommand,
    tmAuditCommand,
  ],
};
