import { isPlainObject, type Json } from '@helve/core';
import type { BlobStore } from '../contract/blob-store.js';
import type { UnitFile } from '../contract/engine.js';
import type { FlowDocument } from '../engine/io/flow-io.js';
import type { DocumentResult } from '../engine/report/run-report.js';
import { resultsOf, toUnitOutput } from './document-units.js';

/** Where the outputs of a job are kept beside the places that they take. */
export interface OutputKeeper {
  readonly blobs: BlobStore;
  /** Names an output among those of the job, by its path. */
  nameOf(path: string): string;
}

/** A document whose outputs are whole, as its unit notes it before they take their places. */
export interface KeptDocument {
  readonly result: DocumentResult;
  readonly files: readonly UnitFile[];
}

/** Keeps what was written of a document; streams keep nothing. */
export async function keepOutputs(
  { outputs = [] }: FlowDocument,
  result: DocumentResult,
  keeper: OutputKeeper | undefined,
): Promise<KeptDocument> {
  const files: UnitFile[] = [];
  for (const { path, written } of outputs) {
    if (keeper === undefined || path === undefined || written === undefined) continue;
    const { sha256, size } = await keeper.blobs.put(written());
    files.push({ path: keeper.nameOf(path), blob: sha256, bytes: size });
  }
  return { result, files };
}

/** Converts a document to the note of it. */
export function toNote({ result, files }: KeptDocument): Json {
  return { output: toUnitOutput([result]), files: files.map((file) => ({ ...file })) };
}

/** The document of a note. */
export function fromNote(note: Json | undefined): KeptDocument | undefined {
  if (!isPlainObject(note)) return undefined;
  const { output, files } = note;
  const [result] = resultsOf(output);
  if (result === undefined) return undefined;
  return { result, files: Array.isArray(files) ? files.filter(isUnitFile) : [] };
}

function isUnitFile(value: unknown): value is UnitFile {
  return isPlainObject(value) && typeof value['path'] === 'string' && typeof value['blob'] === 'string';
}
