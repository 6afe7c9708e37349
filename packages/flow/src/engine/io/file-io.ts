import type { JsonObject } from '@helve/core';
import { aBoolean, aFunction, anObject, aPort, aText, check, required, type OptionChecks } from '@helve/core/options';
import { statSync } from 'node:fs';
import { planOutputs, type OutputOptions } from '../../binding/output-path.js';
import type { LocaleId } from '../../contract/block.js';
import type { FileAccess } from '../../contract/file-access.js';
import type { ByteSink, Format, FormatResolver, Skeleton } from '../../contract/format.js';
import type { ExistingFile } from '../../contract/pair.js';
import type { PairedFormat, PairFormat } from '../../contract/paired-format.js';
import type { ByteSource } from '../../contract/part.js';
import { checkFlowOptions } from '../../check-flow-options.js';
import { flowErrors } from '../../flow-errors.js';
import { checkOutputPath } from './check-output-path.js';
import { fileHead, sourceHead } from './file-head.js';
import { FileStates } from './file-state.js';
import { sizedFileSource } from './file-source.js';
import type { FlowDocument, FlowIo, FlowOutput } from './flow-io.js';
import { HashingSink } from './hashing-sink.js';
import { OutputFile } from './output-file.js';
import { LocatingSkeleton } from './locating-skeleton.js';
import { compileSelection, type BlockKeys, type BlockSelection } from './select-blocks.js';
import { systemFiles } from './system-files.js';

/** A file to write: one target, or the source side without a locale. */
export interface FileOutput {
  readonly path: string;
  readonly locale?: LocaleId;
}

/** One file to read. */
export interface FileInput {
  /** Name of the document in reports and stores. */
  readonly id: string;
  readonly path?: string;
  /** Its bytes, where they do not come from `path`: standard input, a test. */
  readonly source?: ByteSource;
  readonly formatId?: string;
  readonly options?: JsonObject;
  /** Where to write it, if that is known; else the sink decides. */
  readonly outputs?: readonly FileOutput[];
  /** The targets that it holds, where steps are to look at no others. */
  readonly targets?: readonly LocaleId[];
  /** Names of the blocks that steps work on; all without. */
  readonly blocks?: readonly string[];
  /** Existing translations of a monolingual file, which are read as its targets. */
  readonly existing?: readonly ExistingFile[];
}

export interface FileIoOptions {
  readonly inputs: readonly FileInput[];
  readonly formats: FormatResolver;
  /** Which files may be opened; all that the user of this process may open without. */
  readonly files?: FileAccess | undefined;
  /** Which files are written for an input that does not say so; absent writes none. */
  readonly sink?: OutputOptions;
  /** Outputs may replace their inputs. */
  readonly inPlace?: boolean;
  /** Told to the reader of a bilingual file. */
  readonly targetLocale?: LocaleId;
  /** Part of the names of temporary files; equal in all threads of a run. */
  readonly token?: string;
  /** True when steps need the locations of blocks. */
  readonly located?: boolean;
  /** True when reports of files with one language list the texts that no person has written; that takes memory for each. */
  readonly listsMachineTexts?: boolean;
  /** True when reports tell the SHA-256 of the files that are written. */
  readonly hashesOutputs?: boolean;
  /** Blocks that steps work on; all without. */
  readonly select?: BlockSelection;
  /** Names by which a selection knows blocks, as reports show them. */
  readonly keysOf?: BlockKeys;
  /** Reads existing translations; needed where an input has some. */
  readonly pairFormat?: PairFormat;
}

const checks: OptionChecks<FileIoOptions> = {
  inputs: required(check('a list of files', Array.isArray)),
  formats: required(aPort('byId', 'detect')),
  files: anObject,
  sink: anObject,
  inPlace: aBoolean,
  targetLocale: aText,
  token: aText,
  located: aBoolean,
  listsMachineTexts: aBoolean,
  hashesOutputs: aBoolean,
  select: anObject,
  keysOf: aFunction,
  pairFormat: aFunction,
};

interface KnownFile {
  readonly input: FileInput;
  readonly source: ByteSource;
  readonly format: Format;
  readonly paired?: PairedFormat;
}

/** Reads and writes files through their formats: outputs appear whole or not at all. */
export async function fileIo(options: FileIoOptions): Promise<FlowIo> {
  checkFlowOptions('open the files', options, checks);
  const files: KnownFile[] = [];
  for (const input of options.inputs) files.push(await knownFile(input, options));
  const outputs = planFileOutputs(files, options.sink);
  return {
    documents: files.map((file) => fileDocument(file, outputs.get(file.input) ?? [], options)),
    async check() {
      for (const [{ path: input }, targets] of outputs) {
        for (const { path } of targets) checkOutputPath({ path, input, inPlace: options.inPlace });
      }
    },
  };
}

function planFileOutputs(
  files: readonly KnownFile[],
  sink: OutputOptions | undefined,
): Map<FileInput, readonly FileOutput[]> {
  const undecided = files.filter(({ input }) => input.outputs === undefined && sink !== undefined);
  const sources = undecided.map(({ input, format }) => ({
    input: input.path ?? input.id,
    kind: format.kind,
    rules: format,
  }));
  const planned = sink === undefined ? [] : planOutputs(sources, sink);
  return new Map(
    files.map(({ input }) => {
      const own = planned
        .filter((output) => output.input === (input.path ?? input.id))
        .map(({ path, target }) => ({ path, ...(target === undefined ? {} : { locale: target }) }));
      return [input, input.outputs ?? own];
    }),
  );
}

function fileDocument(
  { input, source, format, paired }: KnownFile,
  targets: readonly FileOutput[],
  fileOptions: FileIoOptions,
): FlowDocument {
  const {
    formats,
    files,
    targetLocale,
    token,
    located = false,
    listsMachineTexts = false,
    select = {},
    keysOf,
  } = fileOptions;
  const selects = compileSelection(select, input.blocks, keysOf);
  const options = input.options ?? {};
  const held = input.targets?.[0] ?? targetLocale;
  // Lives from the first part that is read to the last that is written: documents of a run outlive their turn.
  let skeleton: Skeleton | undefined;
  let log: LocatingSkeleton | undefined;
  let unwritten = 0;
  const release = () => void (skeleton = log = undefined);
  const write = async (target: FileOutput, ...[parts, file, ctx]: Parameters<WriteFormat>) => {
    const { sourceLocale, signal, lose } = ctx;
    const written = await format.write(parts, file, skeleton, options, {
      document: input.id,
      sourceLocale,
      signal,
      lose,
      formats,
      ...(target.locale === undefined ? {} : { targetLocale: target.locale }),
    });
    unwritten -= 1;
    if (unwritten === 0) skeleton = undefined;
    return written;
  };
  const states = new FileStates(input.id, filesOf(input, targets));
  const outputs = targets.map((target) =>
    fileOutput(target, new OutputFile(target.path, token, files), {
      states,
      release,
      isHashed: fileOptions.hashesOutputs === true,
      writeFormat: (...args) => write(target, ...args),
    }),
  );
  const listed = listsMachineTexts && format.kind === 'monolingual';
  return {
    id: input.id,
    format: format.id,
    ...(input.path === undefined ? {} : { path: input.path }),
    ...(source.size === undefined ? {} : { bytes: source.size }),
    ...(input.targets === undefined ? {} : { targets: input.targets }),
    ...(selects === undefined ? {} : { selects }),
    read({ sourceLocale, signal, lose, limit }) {
      unwritten = targets.length;
      const written = unwritten === 0 ? undefined : format.createSkeleton(source, unwritten);
      log = located ? new LocatingSkeleton(format.id, source, written) : undefined;
      skeleton = log ?? written;
      return format.read(source, options, {
        document: input.id,
        sourceLocale,
        signal,
        lose,
        formats,
        ...(limit === undefined ? {} : { limit }),
        ...(held === undefined ? {} : { targetLocale: held }),
        ...(skeleton === undefined ? {} : { skeleton }),
      });
    },
    ...(located && {
      locations: {
        locationOf: (block) => log?.locationOf(block),
        stream: () => source.stream(),
        ...(paired === undefined ? {} : { pairs: paired.locations }),
      },
    }),
    ...(paired === undefined ? {} : { pairs: () => paired.pairs() }),
    outputs: listed ? outputs.map((output) => ({ ...output, listsMachineTexts })) : outputs,
  };
}

type WriteFormat = (
  parts: Parameters<FlowOutput['write']>[0],
  file: ByteSink,
  ctx: Parameters<FlowOutput['write']>[1],
) => ReturnType<Format['write']>;

/** Lists the files that a document is read from, and those that it goes to. */
function filesOf({ path, source, existing = [] }: FileInput, targets: readonly FileOutput[]): readonly string[] {
  const read = source === undefined && path !== undefined ? [path] : [];
  return targets.length === 0 ? [] : [...read, ...existing.map((one) => one.path), ...targets.map((one) => one.path)];
}

interface OutputParts {
  readonly states: FileStates;
  readonly release: () => void;
  readonly isHashed: boolean;
  readonly writeFormat: WriteFormat;
}

function fileOutput(
  { path, locale }: FileOutput,
  file: OutputFile,
  { states, release, isHashed, writeFormat }: OutputParts,
): FlowOutput {
  return {
    path,
    ...(locale === undefined ? {} : { locale }),
    async write(parts, ctx) {
      const hashing = isHashed && !file.isStream ? new HashingSink(file) : undefined;
      const { blocks, changed } = await writeFormat(parts, hashing ?? file, ctx);
      ctx.signal.throwIfAborted();
      await file.finish();
      return { bytes: file.bytes, blocks, changed, ...(hashing === undefined ? {} : { sha256: hashing.digest() }) };
    },
    ...(file.isStream ? {} : { written: () => file.read() }),
    async settle() {
      await file.settle();
      states.assertUnchanged();
    },
    async commit() {
      release();
      await file.commit();
    },
    async discard() {
      release();
      await file.discard();
    },
  };
}

async function knownFile(input: FileInput, options: FileIoOptions): Promise<KnownFile> {
  const { formats, files = systemFiles } = options;
  const { id, path, formatId } = input;
  const source = input.source ?? openSource(input, files);
  const found = formats.detect({
    head: input.source === undefined && path !== undefined ? fileHead(path, files) : await sourceHead(source),
    ...(path === undefined ? {} : { path }),
    ...(formatId === undefined ? {} : { formatId }),
  });
  if (found.format === undefined) {
    throw flowErrors.create('FLOW_FORMAT', { name: id, problem: found.problem });
  }
  return { input, source, ...pairedWith(found.format, input, options) };
}

/** The format, together with the existing translations of the input where there are some. */
function pairedWith(
  format: Format,
  { existing = [] }: FileInput,
  { files = systemFiles, pairFormat }: FileIoOptions,
): Pick<KnownFile, 'format' | 'paired'> {
  if (existing.length === 0) return { format };
  if (pairFormat === undefined) throw new TypeError('Cannot read existing translations: there is no pairFormat');
  const paired = pairFormat(
    format,
    existing.map((file) => ({ ...file, source: openSource(file, files) })),
  );
  return { format: paired, paired };
}

function openSource({ id, path }: Pick<FileInput, 'id' | 'path'>, files: FileAccess): ByteSource {
  if (path === undefined) throw new TypeError(`Cannot read "${id}": it has neither a path nor a source`);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'file', name: id });
  return sizedFileSource(path, stats.size, files);
}
