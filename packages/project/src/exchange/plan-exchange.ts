import { join, posix, resolve } from 'node:path';
import type { Block } from '@helve/flow';
import {
  exchangeBlocks,
  exchangeExtensions,
  type ExchangeFile,
  type ExchangeFormat,
  type PartsFile,
} from '@helve/l10n';
import { projectErrors } from '../project-errors.js';
import { chunkUnits, unitOf, type ChunkLimits } from './chunk-units.js';

/** One exchange file to write. */
export interface PlannedExchange {
  /** Where it goes, on this machine. */
  readonly path: string;
  readonly locale: string;
  readonly files: readonly PartsFile[];
  readonly units: number;
}

/** Settings of the exchange files of a batch. */
export interface ExchangeSetting extends ChunkLimits {
  readonly batch: string;
  readonly format: ExchangeFormat;
  readonly targetLocales: readonly string[];
  readonly sourceLocale: string;
  readonly join?: boolean | undefined;
  /** Version of XLIFF 2. */
  readonly version?: string | undefined;
  readonly context?: number | undefined;
  readonly note?: string | undefined;
  /** Folder that was asked for. */
  readonly output?: string | undefined;
  /** Where relative paths begin. */
  readonly cwd: string;
}

/** Name of the file that holds all units of a target. */
const JOINED = 'all';

/** Plans the exchange files: one for each source file and target, or one for each target; more where they are split. */
export function planExchange(files: readonly ExchangeFile[], setting: ExchangeSetting): readonly PlannedExchange[] {
  const planned = setting.targetLocales.flatMap((locale) => {
    const own = files.map((file) => toPartsFile(file, locale, setting)).filter(({ blocks }) => blocks.length > 0);
    const groups = setting.join === true ? (own.length === 0 ? [] : [own]) : own.map((file) => [file]);
    return groups.flatMap((group) => {
      const name = setting.join === true ? JOINED : (group[0]?.path ?? JOINED);
      const chunks = chunkUnits(group, setting);
      return chunks.map((chunk, index) => toPlanned(chunk, name, locale, chunks.length > 1 ? index + 1 : 0, setting));
    });
  });
  assertDistinct(planned);
  return planned;
}

function toPartsFile(file: ExchangeFile, locale: string, setting: ExchangeSetting): PartsFile {
  const units = file.units.filter(({ locales, same }) => same === undefined && locales.includes(locale));
  const { batch, format, version, context, note } = setting;
  const blocks = units.flatMap((unit): readonly Block[] =>
    exchangeBlocks(unit, file, { batch, locale, format, version, context, note }),
  );
  return { path: file.path, blocks };
}

function toPlanned(
  files: readonly PartsFile[],
  name: string,
  locale: string,
  number: number,
  setting: ExchangeSetting,
): PlannedExchange {
  const units = new Set(files.flatMap(({ blocks }) => blocks.map(unitOf))).size;
  return { path: exchangePath(name, locale, number, setting), locale, files, units };
}

/** `exchange/{batch}/{lang}/{relpath}.xlf`, or the same names in the folder that was asked for. */
function exchangePath(
  name: string,
  locale: string,
  number: number,
  { batch, format, output, cwd }: ExchangeSetting,
): string {
  const folder = resolve(cwd, output ?? join('exchange', batch));
  // A file outside of the project keeps its name, and not the way to it.
  const inside = posix.normalize(name).replace(/^(?:[A-Za-z]:)?(?:\.\.\/|\/)+/, '');
  const part = number === 0 ? '' : `.${number}`;
  return join(folder, locale, `${inside}${part}${exchangeExtensions[format]}`);
}

function assertDistinct(planned: readonly PlannedExchange[]): void {
  const paths = new Set<string>();
  for (const { path, files } of planned) {
    if (paths.has(path)) {
      const problem = `two files would be written to "${path}", one of them for "${files[0]?.path ?? ''}"`;
      throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem });
    }
    paths.add(path);
  }
}
