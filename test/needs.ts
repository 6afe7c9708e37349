import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { hasPackedChromium, systemChromium } from './browser/find-chromium.js';
import { isRoot, postgresFolder } from './postgres.js';

interface Need {
  /** Name in the reason of a skip. */
  readonly label: string;
  readonly isThere: (env: NodeJS.ProcessEnv) => boolean;
  /** True where a CI machine has no excuse: there its absence is a failure, not a skip. */
  readonly requiredInCi?: boolean;
}

const shared = resolve(import.meta.dirname, '..', '..', 'shared');

const known = {
  shared: { label: '../shared', isThere: () => existsSync(shared), requiredInCi: true },
  linux: { label: 'Linux', isThere: () => process.platform === 'linux' },
  python3: { label: 'python3', isThere: onPath('python3') },
  uv: { label: 'uv', isThere: onPath('uv') },
  apertium: {
    label: 'apertium with the pair eng-spa',
    isThere: (env) => onPath('apertium')(env) && hasPair('eng-spa'),
  },
  aapt2: { label: 'aapt2 of the Android SDK', isThere: onPath('aapt2') },
  msgfmt: { label: 'msgfmt of gettext', isThere: onPath('msgfmt') },
  omegat: { label: 'omegat', isThere: onPath('omegat') },
  pocount: { label: 'pocount of translate-toolkit', isThere: onPath('pocount') },
  xmllint: { label: 'xmllint of libxml2', isThere: onPath('xmllint') },
  sfparse: { label: 'sfparse of GNUstep', isThere: onPath('sfparse') },
  lconvert: { label: 'lconvert of Qt', isThere: onPath('lconvert') },
  php: { label: 'php', isThere: onPath('php') },
  ruby: { label: 'ruby', isThere: onPath('ruby') },
  epubcheck: { label: 'epubcheck', isThere: onPath('epubcheck') },
  'espeak-ng': { label: 'espeak-ng', isThere: onPath('espeak-ng') },
  pocketsphinx: {
    label: 'pocketsphinx with pocketsphinx-en-us',
    isThere: (env) => onPath('pocketsphinx_continuous')(env) && existsSync('/usr/share/pocketsphinx/model/en-us'),
  },
  itstool: { label: 'itstool', isThere: onPath('itstool') },
  openpyxl: { label: 'openpyxl for the Python of the system', isThere: hasModule('openpyxl') },
  'python-docx': { label: 'python-docx for the Python of the system', isThere: hasModule('docx') },
  odfpy: { label: 'odfpy for the Python of the system', isThere: hasModule('odf') },
  'translate-toolkit': { label: 'translate-toolkit for the Python of the system', isThere: hasModule('translate') },
  postgres: {
    label: 'postgres from npm; as root, CI=true or HELVE_TEST_POSTGRES=1 too, since it makes a system user',
    isThere: (env) => postgresFolder() !== undefined && (!isRoot() || maySetUpPostgres(env)),
    requiredInCi: true,
  },
  redis: { label: 'redis-server', isThere: onPath('redis-server') },
  script: { label: 'script of util-linux', isThere: (env) => process.platform === 'linux' && onPath('script')(env) },
  chromium: {
    label: 'chromium, of the system or from npm',
    isThere: (env) => systemChromium(env) !== undefined || hasPackedChromium(),
    requiredInCi: true,
  },
  'open-api-validators': {
    label: 'test/open-api-validators, of `npm ci --prefix test/open-api-validators`',
    isThere: () => existsSync(join(import.meta.dirname, 'open-api-validators', 'node_modules', '@redocly', 'cli')),
  },
} satisfies Record<string, Need>;

export interface Answer {
  readonly ok: boolean;
  readonly reason: string;
  /** With `meta`, what vitest reads: the whole answer can stand as the options of a test or a describe. */
  readonly skip: boolean;
  readonly meta: { readonly skipReason?: string };
}

/**
 * Says whether something outside of the workspace is here. Handed to a test as its options, the reason
 * of a skip reaches the last lines of `npm test`:
 *
 *     test('the worker answers', needs('python3'), async () => { … });
 */
export function needs(name: keyof typeof known, env: NodeJS.ProcessEnv = process.env): Answer {
  return answer(known[name], env);
}

export function answer(need: Need, env: NodeJS.ProcessEnv): Answer {
  const reason = `needs ${need.label}`;
  if (need.isThere(env)) return { ok: true, reason, skip: false, meta: {} };
  if (need.requiredInCi && env['CI'] === 'true') throw new Error(`Cannot skip with CI=true: ${reason}`);
  return { ok: false, reason, skip: true, meta: { skipReason: reason } };
}

/** True when Apertium has the data of a pair. */
function hasPair(name: string): boolean {
  return spawnSync('apertium', ['-l'], { encoding: 'utf8' }).stdout.split(/\s+/).includes(name);
}

/** Python of the system, which has the modules that Debian installs. */
const systemPython = '/usr/bin/python3';

/** Looks for a module of Python once, when a test first asks. */
function hasModule(name: string): () => boolean {
  let isThere: boolean | undefined;
  return () => (isThere ??= spawnSync(systemPython, ['-c', `import ${name}`]).status === 0);
}

function maySetUpPostgres(env: NodeJS.ProcessEnv): boolean {
  return env['CI'] === 'true' || env['HELVE_TEST_POSTGRES'] === '1';
}

function onPath(...names: readonly string[]): (env: NodeJS.ProcessEnv) => boolean {
  const files = process.platform === 'win32' ? names.map((name) => `${name}.exe`) : names;
  return (env) =>
    (env['PATH'] ?? '').split(delimiter).some((folder) => files.some((file) => existsSync(join(folder, file))));
}

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}
