import { extname } from 'node:path';
import type { Format } from '@helve/flow/content';
import { projectErrors } from '../project-errors.js';
import type { PlannedFile } from './plan-run.js';

/** Refuses an output whose name is that of another format than the file has: it would hold what nobody expects there. */
export function assertExtensions(files: readonly PlannedFile[], formats: readonly Format[]): void {
  for (const file of files) {
    for (const { path } of file.outputs) {
      const others = otherFormats(file, extensionOf(path), formats);
      if (others.length > 0) throw otherFormat(file, path, others);
    }
  }
}

function extensionOf(path: string): string {
  return extname(path).toLowerCase();
}

/** Lists the formats that an extension belongs to, unless it is one of the file's own. */
function otherFormats(
  { input, format }: Pick<PlannedFile, 'input' | 'format'>,
  extension: string,
  formats: readonly Format[],
): readonly string[] {
  const isOwn = format.extensions.includes(extension) || extensionOf(input.path ?? '') === extension;
  return isOwn ? [] : formats.filter(({ extensions }) => extensions.includes(extension)).map(({ id }) => id);
}

function otherFormat({ input, format }: PlannedFile, path: string, others: readonly string[]): Error {
  const [own = ''] = format.extensions;
  const extension = extensionOf(input.path ?? '') || own;
  const problem = `"${input.id}" is ${format.id} and is written as that, and "${path}" has the name of a file of ${others.join(' or ')}`;
  const suggestion = `Choose a path that ends in "${extension}"`;
  return projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { details: { suggestion } });
}
