import { basename, dirname, extname, normalize, relative, resolve } from 'node:path';
import type { LocaleId } from '../contract/block.js';
import type { FormatKind } from '../contract/format.js';
import { flowErrors } from '../flow-errors.js';
import type { LocaleRules } from './locale-path.js';

/** Default template of output paths, for files whose format has no place of its own for translations. */
export const defaultOutputTemplate = '{dir}/{name}_{lang}{ext}';

const tokens = ['dir', 'name', 'ext', 'lang', 'relpath'] as const;
type Token = (typeof tokens)[number];

/** Values of the tokens of a template. */
export interface OutputFacts {
  readonly input: string;
  readonly lang: string;
  /** The folder that `{relpath}` starts from; the working folder when absent. */
  readonly root?: string | undefined;
}

/** The path of one output: `{dir} {name} {ext} {lang} {relpath}` filled in; no extension comes twice. */
export function outputPath(template: string, { input, lang, root = '.' }: OutputFacts): string {
  const ext = extname(input);
  const path = pathBelow(root, input);
  const values: Readonly<Record<Token, string>> = {
    // Behind a prefix it stays below that, as {relpath} does.
    dir: dirname(template.startsWith('{dir}') ? input : path),
    name: basename(input, ext),
    ext,
    lang,
    relpath: hasExtension(template, ext) ? path.slice(0, path.length - ext.length) : path,
  };
  const filled = template.replaceAll(/\{([^{}]*)\}/g, (_, token: string) => {
    if (isToken(token)) return values[token];
    const known = tokens.map((name) => `{${name}}`).join(' ');
    throw flowErrors.create('FLOW_OUTPUT_PATH', { path: template, problem: `there is no {${token}}, only ${known}` });
  });
  return normalize(filled);
}

/** True when a template names the extension itself, as a token or literally. */
function hasExtension(template: string, ext: string): boolean {
  return template.includes('{ext}') || (ext !== '' && template.endsWith(ext));
}

/** The way from a folder to a file; for a file elsewhere, without the steps upwards, so that outputs stay together. */
function pathBelow(root: string, input: string): string {
  return relative(root, input).replace(/^(?:[A-Za-z]:)?(?:\.\.(?=[/\\])|[/\\])+/, '');
}

/** One input of a run. */
export interface OutputSource {
  readonly input: string;
  readonly kind: FormatKind;
  /** Places that the format has for translations, which hold where the run names no template. */
  readonly rules?: LocaleRules;
}

/** One file that a run will write. */
export interface Output {
  readonly input: string;
  readonly path: string;
  /** The target that it holds; absent means the source side, or all targets of a multilingual format. */
  readonly target?: LocaleId;
}

export interface OutputOptions {
  readonly sourceLocale: LocaleId;
  readonly targetLocales: readonly LocaleId[];
  readonly template?: string | undefined;
  readonly root?: string | undefined;
}

/** Stands for all languages of a multilingual file (ISO 639). */
const multiple = 'mul';

/** Every file that a run will write; two that would be one are an error before any work. */
export function planOutputs(sources: readonly OutputSource[], options: OutputOptions): readonly Output[] {
  const outputs = sources.flatMap((source) => planFileOutputs(source, options));
  const outputsByPath = new Map<string, Output>();
  for (const output of outputs) {
    const key = resolve(output.path);
    const earlier = outputsByPath.get(key);
    if (earlier !== undefined)
      throw flowErrors.create('FLOW_OUTPUT_PATH', { path: output.path, problem: clash(earlier, output) });
    outputsByPath.set(key, output);
  }
  return outputs;
}

function planFileOutputs({ input, kind, rules }: OutputSource, options: OutputOptions): Output[] {
  const { sourceLocale, targetLocales, template = defaultOutputTemplate, root } = options;
  const pathFor = (lang: string) => outputPath(template, { input, lang, root });
  if (targetLocales.length === 0) return [{ input, path: pathFor(sourceLocale) }];
  if (kind === 'multilingual') return [{ input, path: pathFor(multiple) }];
  const ownPath = options.template === undefined ? rules?.localePath : undefined;
  return targetLocales.map((target) => {
    return { input, path: ownPath?.(input, sourceLocale, target) ?? pathFor(target), target };
  });
}

function clash(one: Output, other: Output): string {
  if (one.input !== other.input) return `both "${one.input}" and "${other.input}" lead there`;
  return `the targets ${String(one.target)} and ${String(other.target)} of "${one.input}" both lead there, so the template needs {lang}`;
}

function isToken(text: string): text is Token {
  return (tokens as readonly string[]).includes(text);
}
