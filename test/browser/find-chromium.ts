import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const nssFolders = ['/usr/lib', '/usr/lib64', '/lib64', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];

/** The browser of this machine, where it has one. */
export function systemChromium(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
}

/** True where the browser that comes with the packages of this workspace can run. */
export function hasPackedChromium(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    return existsSync(join(dirname(entry), '..', '..', 'bin', 'chromium.br'));
  } catch {
    return false;
  }
}

/** The file of a browser: that of the machine, or else the one that is packed with the workspace. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const ofSystem = systemChromium(env);
  if (ofSystem !== undefined) return ofSystem;
  const hasNss = nssFolders.some((folder) => existsSync(join(folder, 'libnss3.so')));
  // Told that it runs where nothing is installed, the package unpacks its libraries too, and puts them on the path.
  if (!hasNss) process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs20.x';
  const { default: packed } = await import('@sparticuz/chromium');
  const file = await packed.executablePath();
  delete process.env['AWS_LAMBDA_JS_RUNTIME'];
  return file;
}
