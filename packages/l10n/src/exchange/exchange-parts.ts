import type { Block, LocaleId, Part } from '@helve/flow';
import { EXCHANGE_PROPERTY, NOTE_PROPERTY } from '../format/generate/exchange-mark.js';
import { rootLayerId } from '../format/read-embedded.js';

/** Units of one source file in an exchange file. */
export interface PartsFile {
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** Facts of an exchange file. */
export interface PartsSetting {
  readonly batch: string;
  readonly sourceLocale: LocaleId;
  readonly note?: string | undefined;
}

/** Gives the parts of an exchange file: each source file is a group that knows its batch. */
export async function* exchangeParts(
  files: readonly PartsFile[],
  { batch, sourceLocale, note }: PartsSetting,
): AsyncGenerator<Part> {
  yield {
    kind: 'layer-start',
    layer: {
      id: rootLayerId,
      name: batch,
      locale: sourceLocale,
      encoding: 'utf-8',
      mimeType: 'application/octet-stream',
      lineBreak: 'lf',
      bom: false,
      multilingual: true,
      properties: { [EXCHANGE_PROPERTY]: batch },
      overlays: [],
      annotations: {},
    },
  };
  for (const [index, { path, blocks }] of files.entries()) {
    const id = `f${index + 1}`;
    const properties = { [EXCHANGE_PROPERTY]: batch, ...(note === undefined ? {} : { [NOTE_PROPERTY]: note }) };
    yield { kind: 'group-start', group: { id, name: path, type: 'file', properties } };
    for (const block of blocks) yield { kind: 'block', block };
    yield { kind: 'group-end', id };
  }
  yield { kind: 'layer-end', id: rootLayerId };
}
