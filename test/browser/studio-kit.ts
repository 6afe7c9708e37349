import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { findChromium } from './find-chromium.js';

const root = resolve(import.meta.dirname, '..', '..');
const bin = join(root, 'packages', 'cli', 'bin', 'helve.js');
const artefacts = join(import.meta.dirname, 'artefact');

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A project that is served, and a browser that looks at it: one of each for all tests of a file. */
export interface Studio {
  readonly url: () => string;
  /** A page of its own; what goes wrong on it is kept in `complaints`. */
  open(address?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors on the console, and requests that would leave this machine. */
  readonly complaints: string[];
  /** Keeps a picture of a page for people. */
  shoot(page: Page, name: string): Promise<void>;
  /** Runs a line as somebody who copied it would. */
  shell(line: string): string;
}

interface StudioOptions {
  /** Lines of `helve` to run before it is served. */
  readonly prepare?: readonly (readonly string[])[];
  /** Flags for `helve serve`. */
  readonly serve?: readonly string[];
  /** Further flags for the browser. */
  readonly browser?: readonly string[];
}

/** Serves these files as a project with `helve serve`, for the tests of one file. */
export function useStudio(
  files: Readonly<Record<string, string>>,
  { prepare = [], serve = [], browser: flags = [] }: StudioOptions = {},
): Studio {
  const complaints: string[] = [];
  let folder = '';
  let server: ChildProcess | undefined;
  let browser: Browser | undefined;
  let url = '';
  let start: string | undefined;

  beforeAll(async () => {
    folder = makeProject(files);
    for (const args of prepare)
      execFileSync(process.execPath, [bin, ...args], { cwd: folder, input: 'canary-7c1f\n', stdio: 'pipe' });
    const started = startServer(folder, serve);
    server = started.child;
    const [executablePath, address] = await Promise.all([findChromium(), started.address]);
    ({ url, start } = address);
    browser = await chromium.launch({ executablePath, args: [...launchArguments, ...flags] });
    mkdirSync(artefacts, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    server?.kill('SIGKILL');
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  return {
    url: () => url,
    complaints,
    async open(address = '', options = {}) {
      if (browser === undefined) throw new Error('There is no browser yet');
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
      onTestFinished(() => context.close());
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      page.on(
        'console',
        (message) => message.type() === 'error' && complaints.push(`${message.text()} at ${page.url()}`),
      );
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.route('**/*', (route) => {
        if (new URL(route.request().url()).origin === url) return route.continue();
        complaints.push(`A request to ${route.request().url()}`);
        return route.abort();
      });
      await page.goto(`${url}/${withStart(address, start)}`);
      return page;
    },
    shoot: async (page, name) => void (await page.screenshot({ path: join(artefacts, `${name}.png`), fullPage: true })),
    shell: (line) => execFileSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }),
  };
}

/** Fails if a page complained since the last time this was asked. */
export function assertNoComplaints({ complaints }: Studio): void {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`A page complained:\n${found.join('\n')}`);
}

/** Where a server is, and the start token that it printed; one that wants keys has none. */
interface Address {
  readonly url: string;
  readonly start: string | undefined;
}

/** An address as somebody opens it who copied it from the terminal. */
function withStart(address: string, start: string | undefined): string {
  if (start === undefined) return address;
  const hash = address === '' ? '#/' : address;
  return `${hash}${hash.includes('?') ? '&' : '?'}start=${start}`;
}

function makeProject(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'helve-browser-')));
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join(root, 'node_modules', '@helve'), join(folder, 'node_modules', '@helve'));
  symlinkSync(bin, join(folder, 'node_modules', '.bin', 'helve'));
  const manifest = { 'package.json': '{ "name": "browser", "private": true, "type": "module" }' };
  for (const [name, text] of Object.entries({ ...manifest, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function startServer(folder: string, flags: readonly string[]): { child: ChildProcess; address: Promise<Address> } {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', ...flags], { cwd: folder });
  const address = new Promise<Address>((found, failed) => {
    let said = '';
    const hear = (text: Buffer) => {
      said += String(text);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      const start = /#\/\?start=([\w-]+)/.exec(said)?.[1];
      if (url !== undefined && said.includes('Stop with Ctrl-C')) found({ url, start });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => failed(new Error(`helve serve ended: ${said}`)));
  });
  return { child, address };
}
