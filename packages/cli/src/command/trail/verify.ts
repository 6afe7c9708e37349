import { countOf, ownerOf, type CallRecord, type TrailHead, type TrailVerdict } from '@helve/core';
import type { Store } from '@helve/store';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { flagText, type Command } from '../command.js';
import { readLastAnchor } from './anchor.js';

/** `helve trail verify`: whether the trail is as it was written. */
export const trailVerifyCommand: Command = {
  name: 'verify',
  args: [],
  summary: 'verify that no record was changed, removed or added',
  flags: [
    { name: 'head', value: 'HASH', docs: 'head that was noted elsewhere and must be in the trail' },
    {
      name: 'anchors',
      value: 'FILE',
      docs: 'file written by `helve trail anchor --to`, whose last head must be in the trail',
    },
    { name: 'accept', docs: 'accept the trail as it is from now on, and record that' },
  ],
  examples: ['trail verify', 'trail verify --head HASH', 'trail verify --anchors /mnt/elsewhere/anchors.jsonl'],
  notes: () =>
    'Exits with 3 if the trail is broken. The head is signed with .helve/trail.key, or the key of `store.trailKey`, and a\ncounter beside the key knows how far the trail had come: a tail that was cut off shows, and so does an older, emptied or\nmissing store. Whoever can write the key can forge all of it; against them, keep anchors elsewhere.',
  async run({ terminal, flags, openStore }) {
    const { trail } = await openStore();
    const anchors = flagText(flags, 'anchors');
    const expected = anchors === undefined ? flagText(flags, 'head') : (await readLastAnchor(anchors)).hash;
    const verdict = await trail.verify(expected);
    if (flags['accept'] === true) return accept(trail, verdict, terminal);
    terminal.print(verdict.ok ? tellVerified(verdict) : tellBroken(verdict));
    return verdict.ok ? ExitCode.done : ExitCode.checkSaidNo;
  },
};

function tellVerified({ count, head }: TrailVerdict & { readonly ok: true }): string {
  return `Trail verified: ${countOf(count, 'record')}, no gaps; head ${head.hash}`;
}

function tellBroken({ brokenAtSeq, problem }: TrailVerdict & { readonly ok: false }): string {
  return `The trail is broken at record ${brokenAtSeq}: ${problem}`;
}

/** Accepts a broken trail from here on; the break stays recorded in the trail itself. */
async function accept(trail: Store['trail'], verdict: TrailVerdict, terminal: Terminal): Promise<ExitCode> {
  const head = await trail.accept();
  await trail.append(toRecord(verdict, head, terminal.io.user));
  terminal.print(`The trail is taken as it is, from record ${head.count} on. Restart servers that use it.`);
  return ExitCode.done;
}

function toRecord(verdict: TrailVerdict, head: TrailHead, userId: string): CallRecord {
  const problem = verdict.ok ? 'none' : verdict.problem;
  const input = { problem, count: head.count, hash: head.hash };
  return {
    requestId: crypto.randomUUID(),
    toolId: 'trail.accept',
    toolVersion: null,
    registryVersion: 'none',
    userId,
    owner: ownerOf({ id: userId }),
    door: 'cli',
    startedAt: new Date().toISOString(),
    durationMs: 0,
    attempts: 1,
    outcome: { kind: 'success' },
    rawInput: input,
    input,
    trace: [],
    redacted: [],
  };
}
