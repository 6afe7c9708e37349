import { countOf, diffJson } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { findTool, missingInput, replay, type MissingInput, type Replay } from '@helve/project';
import { toDiffText } from '../../text/json-diff.js';
import type { Terminal } from '../../terminal.js';
import { terminalCallerOptions } from '../call/print-response.js';
import { flagText, type Command } from '../command.js';
import { findRecord } from './find-records.js';
import { readInput } from '../read-input.js';

/** `helve trail replay REQUEST`: a recorded call again, and how its answer differs. */
export const trailReplayCommand: Command = {
  name: 'replay',
  args: ['<request>'],
  summary: 'repeat a recorded call and compare the answers',
  flags: [
    { name: 'execute', docs: 'run the call even if the tool writes' },
    {
      name: 'input',
      value: 'FILE',
      docs: 'JSON file with the values that the record lacks, or - for stdin; it is merged over the input',
    },
  ],
  examples: ['trail replay REQUEST', 'trail replay REQUEST --input secrets.json'],
  notes: () =>
    'It runs under the rules and hooks of the config, with limits, approvals and a trail of its own that are gone afterwards.\nExits with 3 if the answers differ.',
  async run({ terminal, args: [request = ''], flags, openProject }) {
    const project = await openProject();
    const { trail } = await project.store.open();
    const record = await findRecord(trail, request);
    const tool = findTool(project.tools, record.toolId);
    if (tool.policy.sideEffects === 'writes' && flags['execute'] !== true)
      throw cliErrors.create('CLI_REPLAY_WRITES', { tool: tool.id });
    const source = flagText(flags, 'input');
    const input = source === undefined ? {} : await readInput(source, terminal.io);
    assertWhole(request, await missingInput(record, input));
    if (tool.version !== record.toolVersion)
      terminal.notify(
        `Recorded with version ${record.toolVersion ?? 'none'} of ${tool.id}, replayed with ${tool.version}`,
      );
    const { signal } = terminal.io;
    return tellDifference(
      await replay(record, input, project, { ...terminalCallerOptions(terminal), signal }),
      terminal,
    );
  },
};

function assertWhole(request: string, missing: readonly MissingInput[]): void {
  if (missing.length === 0) return;
  const count = countOf(missing.length, 'part');
  const findings = missing.map(({ pointer, reason }) => ({
    where: pointer === '' ? '/' : pointer,
    message: reason === 'cut' ? 'It was too large to be recorded' : 'It was redacted',
  }));
  throw cliErrors.create('CLI_REPLAY_INPUT_NEEDED', { request, count }, { details: { findings } });
}

function tellDifference({ recorded, replayed }: Replay, { print }: Terminal): ExitCode {
  const differences = diffJson(recorded, replayed);
  if (differences.length === 0) {
    print('The answer is the same');
    return ExitCode.done;
  }
  const places = countOf(differences.length, 'place');
  print(`The answer differs in ${places}: - as recorded, + now\n${toDiffText(differences)}`);
  return ExitCode.checkSaidNo;
}
