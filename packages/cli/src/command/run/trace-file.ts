import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FlowTraceEvent, TraceOptions } from '@helve/flow/engine';
import { projectErrors } from '@helve/project';

/** A file that takes the events of a run as lines of JSON. */
export interface TraceFile {
  readonly options: TraceOptions;
  /** Settles when everything is written. */
  end(): Promise<void>;
}

/** Opens the file of `--trace`. */
export async function openTraceFile(file: string): Promise<TraceFile> {
  const stream = await openStream(file);
  return {
    options: { blocks: () => true, write: (event: FlowTraceEvent) => void stream.write(`${JSON.stringify(event)}\n`) },
    async end() {
      stream.end();
      await once(stream, 'close');
    },
  };
}

/** Before any work, since nobody wants to run for an hour and then lose what was asked for. */
export async function assertFolder(file: string): Promise<void> {
  const there = await stat(dirname(file)).catch(() => undefined);
  if (there?.isDirectory() === true) return;
  throw projectErrors.create('PROJECT_WRITE_FAILED', { file, problem: `there is no folder "${dirname(file)}"` });
}

async function openStream(file: string): Promise<WriteStream> {
  await assertFolder(file);
  const stream = createWriteStream(file);
  try {
    await once(stream, 'open');
    return stream;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw projectErrors.create('PROJECT_WRITE_FAILED', { file, problem }, { cause });
  }
}
