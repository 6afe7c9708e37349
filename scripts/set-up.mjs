// Installs and builds what is missing. Without dependencies, since it runs before there are any.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, missingBuild } from './set-up/build.mjs';
import { install, isInstalled } from './set-up/install.mjs';
import { withLock } from './set-up/lock.mjs';
import { readJson, root, say, SetUpError } from './set-up/workspace.mjs';

/** Brings the workspace to the state where every script can run; does nothing when it is there already. */
export async function setUp() {
  assertNode();
  if (isInstalled() && missingBuild() === null) return;
  await withLock(join(root, '.helve', 'set-up.lock'), say, async () => {
    if (!isInstalled()) await install();
    const missing = missingBuild();
    if (missing !== null) await build(missing);
  });
}

/** Installs the dependencies where they are missing or out of date, and builds nothing. */
export async function installOnly() {
  assertNode();
  if (isInstalled()) return;
  await withLock(join(root, '.helve', 'set-up.lock'), say, async () => {
    if (!isInstalled()) await install();
  });
}

/** `setUp`, or only a part of it, for scripts that have nothing to add to its failure. */
export async function setUpOrExit(prepare = setUp) {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    process.exit(error.exitCode);
  }
}

function assertNode() {
  const wanted = String(readJson(join(root, 'package.json'))?.engines?.node ?? '').replace('>=', '');
  const [major = 0, minor = 0] = wanted.split('.').map(Number);
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new SetUpError(
    `Cannot run Helve on Node ${process.versions.node}: it needs ${wanted} or newer (https://nodejs.org)`,
    2,
  );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await setUpOrExit();
