import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DiagnosticList } from './diagnostic-list.js';
import { flowId } from './flow-id.js';
import type { ParsedFlow } from './outline.js';
import { parseFlow } from './parse-flow.js';

/** A flow document of a folder; one that cannot be read is listed with what is wrong. */
export interface FlowFile {
  readonly id: string;
  readonly file: string;
  readonly flow: ParsedFlow;
}

const extension = /\.(?:ya?ml|json)$/i;

/** Reads every flow document of a folder, by name; a folder that does not exist holds none. */
export async function loadFlows(folder: string): Promise<readonly FlowFile[]> {
  const names = await namesIn(folder);
  return Promise.all(names.filter((name) => extension.test(name)).map((name) => loadFlow(join(folder, name))));
}

/** Reads one flow document. */
export async function loadFlow(file: string): Promise<FlowFile> {
  const flow = await readFile(file, 'utf8').then(
    (text) => parseFlow(text, { file }),
    (error: unknown) => unreadable(file, error),
  );
  return { id: flowId(flow.name), file, flow };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function unreadable(file: string, error: unknown): ParsedFlow {
  const list = new DiagnosticList(file, new Map());
  list.error('flow-syntax', '', `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  return { ...parseFlow('', { file }), diagnostics: list.found };
}
