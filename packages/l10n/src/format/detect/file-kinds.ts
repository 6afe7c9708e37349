import type { FileKind } from './file-kind.js';
import { jsonKinds } from './json-kinds.js';
import { packageKinds } from './package-kinds.js';
import { textKinds } from './text-kinds.js';
import { xmlKinds } from './xml-kinds.js';

/** Every kind of file that Helve knows by its signs, with or without a reader. */
export const fileKinds: readonly FileKind[] = Object.freeze([...packageKinds, ...xmlKinds, ...jsonKinds, ...textKinds]);
