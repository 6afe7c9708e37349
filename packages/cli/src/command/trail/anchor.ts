import { spawn } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { isPlainObject, type TrailHead } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { projectErrors } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { flagText, type Command } from '../command.js';

/** `helve trail anchor`: the head of the trail, to be kept where nobody who can write the trail can write. */
export const trailAnchorCommand: Command = {
  name: 'anchor',
  args: [],
  summary: 'print the signed head of the trail, or pass it to a file or a command',
  flags: [
    { name: 'to', value: 'FILE', docs: 'append it to this file as one line of JSON' },
    { name: 'exec', value: 'COMMAND', docs: 'run this command in a shell, with the line on its stdin' },
  ],
  examples: ['trail anchor', 'trail anchor --to /mnt/elsewhere/anchors.jsonl', "trail anchor --exec 'logger -t helve'"],
  notes: () => 'Run it from time to time, and check with `helve trail verify --anchors FILE`.',
  async run({ terminal, flags, openStore }) {
    const { trail } = await openStore();
    // A head that is not that of a whole trail is worth nothing as an anchor.
    const verdict = await trail.verify();
    if (!verdict.ok) throw cliErrors.create('CLI_TRAIL_BROKEN', { seq: verdict.brokenAtSeq, problem: verdict.problem });
    const line = `${JSON.stringify({ at: new Date().toISOString(), ...verdict.head })}\n`;
    const [file, command] = [flagText(flags, 'to'), flagText(flags, 'exec')];
    if (file !== undefined) await appendTo(file, line);
    if (command !== undefined) await handTo(command, line);
    if (file === undefined && command === undefined) terminal.print(line.trimEnd());
    return ExitCode.done;
  },
};

async function appendTo(file: string, line: string): Promise<void> {
  try {
    await appendFile(file, line, { mode: 0o600 });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw projectErrors.create('PROJECT_WRITE_FAILED', { file, problem }, { cause });
  }
}

async function handTo(command: string, line: string): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', resolve);
    // A command that does not read what it is given says so by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(line);
  });
  if (code !== 0) throw cliErrors.create('CLI_ANCHOR_FAILED', { code: String(code) });
}

/** The last head of a file of anchors. */
export async function readLastAnchor(file: string): Promise<TrailHead> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const problem = `"${file}" cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw cliErrors.create('CLI_USAGE', { problem }, { cause });
  });
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const head = parse(last);
  if (head === undefined) throw cliErrors.create('CLI_USAGE', { problem: `"${file}" holds no anchors` });
  return head;
}

function parse(line: string): TrailHead | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isPlainObject(value) || typeof value['hash'] !== 'string' || typeof value['count'] !== 'number')
      return undefined;
    return { hash: value['hash'], count: value['count'] };
  } catch {
    return undefined;
  }
}
