import { countOf } from '@helve/core';
import type { ExchangeReport, ExchangeRequest } from '@helve/project/run';
import { ExitCode } from '../../exit-code.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { withJsonErrors } from '../../print-failure.js';
import type { Terminal } from '../../terminal.js';
import { printJson } from '../../text/print-json.js';
import { flagText, type Command } from '../command.js';
import { readCount } from '../run/run-flags.js';
import { callExchange } from './call-exchange.js';
import { renderBatches, renderUnits } from './render-batches.js';

const json: OwnFlag = { name: 'json', docs: 'as JSON' };
const lateDays: OwnFlag = { name: 'late', value: 'DAYS', docs: 'days after which a unit is late (default: 14)' };

type Render = (report: ExchangeReport, terminal: Terminal) => string;
type Action = ExchangeRequest['action'];

/** Makes the command of one action. */
function actionCommand(action: Action, facts: Omit<Command, 'name' | 'run'>, render: Render): Command {
  return {
    ...facts,
    name: action,
    configOptional: true,
    async run({ terminal, args: [batch], flags, openProjectForRun }) {
      return withJsonErrors(flags['json'] === true, terminal, async () => {
        const late = readCount(flagText(flags, 'late'), 'late');
        const older = readCount(flagText(flags, 'olderThan'), 'older-than');
        const report = await callExchange(
          { terminal, openProjectForRun },
          {
            action,
            ...(batch === undefined ? {} : { batch }),
            ...(late === undefined ? {} : { lateDays: late }),
            ...(older === undefined ? {} : { olderThanDays: older }),
          },
        );
        if (flags['json'] === true) printJson(report, terminal);
        else terminal.print(render(report, terminal));
        const isStale = action === 'diff' && (report.units ?? []).length > 0;
        return isStale ? ExitCode.checkSaidNo : ExitCode.done;
      });
    },
  };
}

const listCommand = actionCommand(
  'list',
  {
    args: [],
    summary: 'list batches, with units that are out, back, late and stale',
    flags: [lateDays, json],
    examples: ['exchange list', 'exchange list --late 7'],
  },
  renderBatches,
);

const showCommand = actionCommand(
  'show',
  {
    args: ['<batch>'],
    summary: 'show a batch and the state of each unit',
    flags: [lateDays, json],
    examples: ['exchange show 3f2a9c1e'],
  },
  (report, terminal) => `${renderBatches(report, terminal)}\n\n${renderUnits(report, terminal)}`,
);

const diffCommand = actionCommand(
  'diff',
  {
    args: ['<batch>'],
    summary: 'show units of a batch whose source has changed since',
    flags: [json],
    examples: ['exchange diff 3f2a9c1e'],
    notes: () => 'Exits with 3 if a unit is stale.',
  },
  (report, terminal) =>
    (report.units ?? []).length === 0 ? 'No source has changed since' : renderUnits(report, terminal),
);

const cleanCommand = actionCommand(
  'clean',
  {
    args: ['[batch]'],
    summary: 'remove batches of which nothing is out, or one by its id',
    flags: [{ name: 'older-than', value: 'DAYS', docs: 'remove only batches that are older' }, json],
    examples: ['exchange clean --older-than 30', 'exchange clean 3f2a9c1e'],
    notes: () => 'Only manifests are removed. Files that went out stay, and can no longer be merged by their batch.',
  },
  ({ removed = [] }) =>
    `Removed ${countOf(removed.length, 'batch', 'batches')}${removed.length === 0 ? '' : `: ${removed.join(', ')}`}`,
);

/** `helve exchange`: what is with translators, and what is back. */
export const exchangeCommand: Command = {
  ...listCommand,
  name: 'exchange',
  summary: 'list, show, compare and remove batches of extracted texts',
  examples: ['exchange', 'exchange show 3f2a9c1e', 'exchange diff 3f2a9c1e', 'exchange clean --older-than 30'],
  subcommands: [listCommand, showCommand, diffCommand, cleanCommand],
};
