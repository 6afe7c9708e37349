import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { projectErrors } from '../project-errors.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { fileGrants, pathInside, realFolder, type Grant, type FileUse } from './grant.js';
import { isNeverByPath } from './never-by-path.js';
import { protectedPaths } from './protected-paths.js';

/**
 * The files of a project that callers of doors may name. Every answer is a refusal or leads to a file that was checked
 * after it was opened:
 *
 *     path ─▶ named inside of a grant? ─▶ real place inside of it too? ─▶ open ─▶ is the handle that place? ─▶ handle
 *                     └────────── no ───────────────┴───────── no ──────────────────────┴──▶ refused, alike
 */
export interface Reach {
  /** Where a path leads that this use is allowed for; it need not be there. */
  locate(path: string, use: FileUse): string;
  /** Opens a file to read. */
  open(path: string): number;
  /** Opens a new file beside a place that may be written. */
  create(path: string, temporary: string, mode: number): number;
  /** True when a file may be read. */
  admits(path: string): boolean;
  /** True when readable files may be below a folder. */
  leadsInto(folder: string): boolean;
}

/** The project that paths are about. */
export interface ReachedProject {
  readonly config: ResolvedConfig;
  readonly configFile: string;
  readonly folder: string;
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function createReach({ config, configFile, folder }: ReachedProject): Reach {
  const grants = fileGrants(config.roots, config.content, folder);
  // The terminal asks for none of it.
  let protectedTest: ReturnType<typeof protectedPaths> | undefined;
  const isProtected = (path: string) => (protectedTest ??= protectedPaths({ config, configFile, folder }))(path);
  const find = (path: string, use: FileUse): string | undefined => {
    if (!isPlain(path)) return undefined;
    const resolved = resolve(folder, path);
    // Nobody looks at what is outside by its name alone.
    if (!grants.some((grant) => namedInside(grant, resolved) !== undefined)) return undefined;
    const real = resolveLinks(resolved);
    if (real === undefined || isProtected(resolved) || isProtected(real)) return undefined;
    return grants.some((grant) => opens(grant, resolved, real, use)) ? real : undefined;
  };
  const locate = (path: string, use: FileUse): string => {
    const found = find(path, use);
    if (found === undefined) throw refuse(path, use, folder, grants);
    return found;
  };
  return {
    locate,
    admits: (path) => find(path, 'read') !== undefined,
    leadsInto(path) {
      const resolved = resolve(folder, path);
      if (!isPlain(path) || isProtected(resolved)) return false;
      return grants.some((grant) => isAbove(resolved, grant) || isWithin(resolved, grant, isProtected));
    },
    open(path) {
      const real = locate(path, 'read');
      const file = openSync(real, READ);
      const opened = fstatSync(file);
      if (opened.isFile() && resolveLinks(real) === real && isSame(opened, statIfExists(real))) return file;
      closeSync(file);
      throw refuse(path, 'read', folder, grants);
    },
    create(path, temporary, mode) {
      const real = locate(path, 'write');
      const file = openSync(temporary, 'wx', mode);
      const beside = join(dirname(real), basename(temporary));
      if (resolveLinks(beside) === beside && isSame(fstatSync(file), statIfExists(beside))) return file;
      closeSync(file);
      rmSync(temporary, { force: true });
      throw refuse(path, 'write', folder, grants);
    },
  };
}

/** Turns a path into one inside of a grant, by either name of its folder. */
function namedInside({ folder }: Grant, resolved: string): string | undefined {
  return pathInside(folder, resolved) ?? pathInside(realFolder(folder), resolved);
}

/** True when a folder has that of a grant below it. */
function isAbove(resolved: string, { folder }: Grant): boolean {
  return pathInside(resolved, folder) !== undefined || pathInside(resolved, realFolder(folder)) !== undefined;
}

/** True when a folder is inside that of a grant, both by its name and with links resolved. */
function isWithin(resolved: string, grant: Grant, isProtected: (path: string) => boolean): boolean {
  const asSaid = namedInside(grant, resolved);
  if (asSaid === undefined || isNeverByPath(asSaid)) return false;
  const real = resolveLinks(resolved);
  if (real === undefined || isProtected(real)) return false;
  const inside = pathInside(realFolder(grant.folder), real);
  return inside !== undefined && !isNeverByPath(inside);
}

/** Checks a path both as given and with its links resolved, so that no link leads out of a folder and no caller learns what is outside. */
function opens(grant: Grant, resolved: string, real: string, use: FileUse): boolean {
  const root = realFolder(grant.folder);
  const inside = pathInside(root, real);
  const asSaid = namedInside(grant, resolved);
  if (inside === undefined || asSaid === undefined || isNeverByPath(inside) || isNeverByPath(asSaid)) return false;
  return grant.admits(inside, use);
}

/** No signs that another system, or a library below, reads as something else. */
function isPlain(path: string): boolean {
  return path !== '' && !path.includes('\0') && (process.platform === 'win32' || !/^[A-Za-z]:[\\/]/.test(path));
}

/** Where a path leads, with what is not there yet at its end; undefined for links that lead nowhere. */
function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    if (isThere(path)) return undefined;
    const parent = dirname(path);
    if (parent === path) return undefined;
    const above = resolveLinks(parent);
    return above === undefined ? undefined : join(above, basename(path));
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.dev === other?.dev && one.ino === other.ino;
}

/** Makes the refusal, in equal words whether or not something is there. */
function refuse(path: string, use: FileUse, folder: string, grants: readonly Grant[]): Error {
  const resolved = resolve(folder, path.replaceAll('\0', ''));
  const inside = pathInside(folder, resolved);
  // The absolute path of the project is not shown to everybody.
  const shown = isAbsolute(path) && inside !== undefined ? inside : path;
  if (isNeverByPath(inside ?? basename(resolved))) {
    const problem = 'no caller of a server opens such a file by its path';
    return projectErrors.create('PROJECT_PATH_REFUSED', { path: shown, problem });
  }
  const problem = `the config does not let callers of a server ${use} it`;
  const suggestion = inside === undefined ? undefined : suggestionFor(inside, resolved, use, grants);
  const more = suggestion === undefined ? {} : { details: { suggestion } };
  return projectErrors.create('PROJECT_PATH_REFUSED', { path: shown, problem }, more);
}

/** A root for a file of the project that none covers; a link that leaves a root is not mended by another. */
function suggestionFor(inside: string, resolved: string, use: FileUse, grants: readonly Grant[]): string | undefined {
  const isCovered = grants.some((grant) => {
    const name = namedInside(grant, resolved);
    return name !== undefined && grant.admits(name, use);
  });
  if (isCovered) return undefined;
  const row = `{ path: '${dirname(inside).replaceAll('\\', '/')}'${use === 'write' ? ', write: true' : ''} }`;
  return `If callers of the server may ${use} there, add \`roots: [${row}]\` to the config`;
}
