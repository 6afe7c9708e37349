import { countOf } from '@helve/core';
import type { BlockStore } from '@helve/flow';
import { createBlockStore, storedName } from '@helve/flow/engine';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { diffRevisions, restoreRevision } from '@helve/project/run';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import { flagText, type Command, type Invocation } from '../command.js';

const json = { name: 'json', docs: 'as JSON' } as const;
const document = { name: 'document', value: 'ID', docs: 'only of this document' } as const;

const logCommand: Command = {
  name: 'log',
  args: [],
  summary: 'list the revisions of the block store, newest first',
  flags: [json],
  examples: ['store log', 'store log --json'],
  configOptional: true,
  run: (invocation) =>
    withStore(invocation, async (store, { terminal, flags }) => {
      // A run that only cached something has changed no block.
      const revisions = (await store.revisions()).filter(({ documents }) => documents.length > 0);
      if (flags['json'] === true) printJson({ schema: 'helve.store/v1', revisions }, terminal);
      else if (revisions.length === 0) terminal.notify('There are no revisions yet: run a flow with `--to store`');
      else {
        const rows = revisions.map(({ revision, committedAt, blocks, documents }) => [
          String(revision),
          committedAt,
          String(blocks),
          documents.map(storedName).join(' '),
        ]);
        const { style, width } = terminal;
        terminal.print(toTable(rows, { header: ['REVISION', 'WHEN', 'BLOCKS', 'DOCUMENTS'], style, width }));
      }
      return ExitCode.done;
    }),
};

const diffCommand: Command = {
  name: 'diff',
  args: ['<from>', '[to]'],
  summary: 'list the blocks that differ between two revisions (default: the newest)',
  flags: [document, json],
  examples: ['store diff 3', 'store diff 3 5 --document app.json --json'],
  configOptional: true,
  run: (invocation) =>
    withStore(invocation, async (store, { terminal, flags, args: [from = '', to] }) => {
      const newest = await newestRevision(store);
      const range = [readRevision(from, newest), to === undefined ? newest : readRevision(to, newest)] as const;
      const blocks = await diffRevisions(store, ...range, flagText(flags, 'document'));
      if (flags['json'] === true)
        printJson({ schema: 'helve.store/v1', from: range[0], to: range[1], blocks }, terminal);
      else if (blocks.length === 0) terminal.notify('Nothing differs');
      else {
        const rows = blocks.map(({ change, document: id, block, fields }) => [
          change,
          storedName(id),
          block,
          fields.join(' '),
        ]);
        const { style, width } = terminal;
        terminal.print(toTable(rows, { header: ['CHANGE', 'DOCUMENT', 'BLOCK', 'WHAT'], style, width }));
      }
      return ExitCode.done;
    }),
};

const restoreCommand: Command = {
  name: 'restore',
  args: ['<revision>'],
  summary: 'restore an old revision as the newest one; later revisions stay in the log',
  flags: [document, json],
  examples: ['store restore 3', 'store restore 3 --document app.json'],
  configOptional: true,
  run: (invocation) =>
    withStore(invocation, async (store, { terminal, flags, args: [revision = ''] }) => {
      const known = readRevision(revision, await newestRevision(store));
      const restored = await restoreRevision(store, known, flagText(flags, 'document'));
      if (flags['json'] === true) printJson({ schema: 'helve.store/v1', ...restored }, terminal);
      else
        terminal.print(
          `Restored ${countOf(restored.blocks, 'block')} as revision ${restored.revision}${gone(restored.removed)}`,
        );
      return ExitCode.done;
    }),
};

/** `helve store`: what was kept of blocks, by revision. */
export const storeCommand: Command = {
  ...logCommand,
  name: 'store',
  summary: 'list, compare and restore revisions of the block store',
  examples: ['store log', 'store diff 3', 'store restore 3'],
  subcommands: [logCommand, diffCommand, restoreCommand],
};

async function withStore(
  invocation: Invocation,
  run: (store: BlockStore, invocation: Invocation) => Promise<ExitCode>,
): Promise<ExitCode> {
  return run(createBlockStore((await invocation.openStore()).blocks), invocation);
}

/** Mentions removed blocks only where there are some. */
function gone(removed: number): string {
  return removed === 0 ? '' : `, and took out ${removed} that came later`;
}

async function newestRevision(store: BlockStore): Promise<number> {
  return (await store.revisions())[0]?.revision ?? 0;
}

function readRevision(text: string, newest: number): number {
  if (!/^\d{1,9}$/.test(text)) throw wrongRevision(`a revision is a whole number, not "${text}"`);
  if (Number(text) > newest) throw wrongRevision(`there is no revision ${text}`);
  return Number(text);
}

function wrongRevision(problem: string): Error {
  const suggestion = 'List the revisions with `helve store log`';
  return cliErrors.create('CLI_USAGE', { problem }, { details: { suggestion } });
}
