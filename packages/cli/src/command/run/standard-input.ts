import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STANDARD_INPUT } from '@helve/flow/engine';
import { spoolSource } from '@helve/l10n/run';
import { processMark } from '@helve/project';
import type { RunDoor, RunRequest } from '@helve/project/run';
import type { Terminal } from '../../terminal.js';

interface Standard extends NonNullable<RunDoor['standard']> {
  close(): Promise<void>;
}

/** Opens standard input where it is one of the files. */
export async function openStandard(
  { files = [] }: Pick<RunRequest, 'files'>,
  { io }: Terminal,
): Promise<Standard | undefined> {
  if (!files.includes(STANDARD_INPUT)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), `${await processMark()}-`));
  const source = await spoolSource(toBytes(io.stdin), { folder });
  return {
    source,
    path: join(folder, 'output'),
    close: async () => {
      await source.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* toBytes(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Shows on stdout what was written for standard input; a run that writes nothing leaves nothing to show. */
export async function writeStandard(path: string, { io }: Terminal): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  // Bytes as they are: what came in may be no UTF-8, and so may be what goes out.
  if (bytes !== undefined) io.stdout.write(bytes);
}
