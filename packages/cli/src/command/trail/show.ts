import { describeCut, visibleText, type StoredCallRecord } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import { toDuration, toTraceTable } from '../../text/trace-table.js';
import type { Command } from '../command.js';
import { findRecords, toOutcomeText } from './find-records.js';
import { ownerLabel } from '../approvals/find-approval.js';

/** `helve trail show REQUEST`: everything that stays of one call. */
export const trailShowCommand: Command = {
  name: 'show',
  args: ['<request>'],
  summary: 'show one record: input, answer, and what each hook decided',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['trail show REQUEST'],
  async run({ terminal, args: [request = ''], flags, openStore }) {
    const { trail } = await openStore();
    const records = await findRecords(trail, request);
    if (flags['json'] === true) {
      terminal.print(JSON.stringify(records.length === 1 ? records[0] : records, undefined, 2));
    } else {
      if (records.length > 1) terminal.notify(`${records.length} calls have this id; the newest is first`);
      terminal.print(records.map((record) => describeRecord(record, terminal)).join('\n\n'));
    }
    return ExitCode.done;
  },
};

function describeRecord(record: StoredCallRecord, { style, width }: Terminal): string {
  const { rawInput, input, output, error, trace, redacted } = record;
  const section = (title: string, body: string) => `${style.bold(title)}\n${body}`;
  const json = (value: unknown) => indented(JSON.stringify(value, undefined, 2));
  return [
    `${style.bold(String(record.requestId))}  ${record.toolId} ${record.toolVersion ?? ''}`.trimEnd(),
    toTable(toRows(record), { style, width, indent: 2 }),
    section('Input as it came', json(rawInput ?? {})),
    ...(input === undefined ? [] : [section('Input as the tool got it', json(input))]),
    ...(output === undefined ? [] : [section('Output', json(output))]),
    ...(error === undefined ? [] : [section('Error', json(error))]),
    ...(record.cut === undefined ? [] : [section('Too large to be kept whole', indented(describeCut(record)))]),
    ...(redacted.length === 0 ? [] : [section('Redacted', indented(redacted.join('\n')))]),
    ...(trace.length === 0 ? [] : [section('Hooks', toTraceTable(trace, style, 2))]),
  ].join('\n\n');
}

function toRows(record: StoredCallRecord): string[][] {
  const { startedAt, durationMs, owner, sessionId, door, closed, attempts, registryVersion, seq, hash, approval } =
    record;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['when', `${startedAt}, took ${toDuration(durationMs)}`],
    ['user', ownerLabel(owner)],
    ['session', sessionId],
    ['door', door],
    ['outcome', toOutcomeText(record)],
    ['closed', closed === undefined ? undefined : `${closed.at} by ${closed.by}: ${closed.reason}`],
    ['attempts', String(attempts)],
    ['registry', registryVersion],
    ['record', `${seq}, ${hash}`],
    ['approved by', approval && `${ownerLabel(approval.decidedBy)} at ${approval.decidedAt}`],
    ['approval', approval?.id],
    ['reason', approval?.reason],
    ['edited', approval?.edited?.join(', ')],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, visibleText(value)]]));
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
