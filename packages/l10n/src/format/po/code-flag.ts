import type { CodePreset } from '../code/code-preset.js';
import { codeFinder, type CodeFinder } from '../code/code-finder.js';
import { pythonRepr } from '../../dialect/printf-shape.js';
import type { CodeFinderOptions } from '../format-option.js';

/** Codes of one language that no preset of the options has, by format flag. */
const ownRules: Readonly<Record<string, CodeFinderOptions['rules']>> = {
  qt: [{ pattern: String.raw`%L?(?:\d{1,2}|n)`, type: 'code:variable' }],
  python: [{ pattern: pythonRepr, type: 'code:variable' }],
};

/** Presets by format flag; an unknown flag means those of C. */
const braceFlags = [
  'python-brace',
  'perl-brace',
  'csharp',
  'java',
  'java-printf',
  'c++',
  'rust',
  'sh',
  'ruby',
  'scheme',
];
const qtFlags = ['qt', 'qt-plural', 'kde', 'kde-kuit'];
const maxKnown = 1000;

/** Creates finders of the codes of a message by its flags; without a flag, by the options. */
export function flaggedCodeFinder(options: CodeFinderOptions): (flags: string | undefined) => CodeFinder {
  const unflagged = codeFinder(options);
  if (!options.enabled) return () => unflagged;
  const known = new Map<string, CodeFinder>();
  return (flags) => {
    if (flags === undefined) return unflagged;
    const ready = known.get(flags);
    if (ready !== undefined) return ready;
    const finder = codeFinder(optionsFor(flags, options));
    if (known.size < maxKnown) known.set(flags, finder);
    return finder;
  };
}

/** Returns the finder of what the format flags of a message promise to a program; undefined without such a flag. */
export function promisedCodeFinder(flags: string | undefined): CodeFinder | undefined {
  if (flags?.includes('-format') !== true) return undefined;
  const { presets, rules } = optionsFor(flags, { enabled: true, presets: [], rules: [], tags: false });
  return presets.length + rules.length === 0 ? undefined : codeFinder({ enabled: true, presets, rules, tags: false });
}

function optionsFor(flags: string, options: CodeFinderOptions): CodeFinderOptions {
  const names = flags.split(',').flatMap((flag) => /^\s*(?:possible-)?(.+)-format\s*$/u.exec(flag)?.[1] ?? []);
  const denied = names.filter((name) => name.startsWith('no-')).map((name) => findPreset(name.slice(3)));
  const promised = names.filter((name) => !name.startsWith('no-'));
  const presets = options.presets.filter((preset) => !denied.includes(preset));
  if (promised.length === 0) return { ...options, presets };
  const others = presets.filter((preset) => preset !== 'printf' && preset !== 'brace');
  const own = promised.flatMap((name) => findPreset(name) ?? []);
  const rules = promised.flatMap((name) => ownRules[qtFlags.includes(name) ? 'qt' : name] ?? []);
  return { ...options, presets: [...new Set([...others, ...own])], rules: [...options.rules, ...rules] };
}

function findPreset(name: string): CodePreset | undefined {
  if (qtFlags.includes(name)) return undefined;
  return braceFlags.includes(name) ? 'brace' : 'printf';
}
