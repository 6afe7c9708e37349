import { resolve } from 'node:path';
import { compilePattern, type ToolInvokeContext } from '@helve/core';
import type { FileAccess } from '@helve/flow';
import { systemFiles } from '@helve/flow/engine';
import type { Reach } from './reach.js';

/** The files of one caller at a door: what `reach` allows, and what the project itself names for a step. */
export interface CallerFiles extends FileAccess {
  /** The paths of the project, with `${variables}` in them. */
  readonly named: readonly string[];
  /** Lets a path through that the project names. */
  name(path: string): void;
}

/** True when a call was made at the terminal, by a person who may open what the system lets them. */
export function isAtTerminal({ call }: Pick<ToolInvokeContext, 'call'>): boolean {
  return call.door === 'cli';
}

/** True when files are those of a caller at a door. */
export function isCallerFiles(files: FileAccess): files is CallerFiles {
  return 'named' in files;
}

export function createCallerFiles(reach: Reach, folder: string, handedOver: readonly string[] = []): CallerFiles {
  const named = new Set(handedOver);
  const isNamed = (path: string) => [...named].some((each) => fits(resolve(folder, each), resolve(folder, path)));
  return {
    get named() {
      return [...named];
    },
    name: (path) => void named.add(path),
    open: (path) => (isNamed(path) ? systemFiles : reach).open(path),
    create: (path, temporary, mode) => (isNamed(path) ? systemFiles : reach).create(path, temporary, mode),
  };
}

/** A variable replaces a part of a name, such as a locale. */
function fits(named: string, path: string): boolean {
  if (!named.includes('${')) return named === path;
  const source = named
    .split(/\$\{[^}]*\}/)
    .map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join('[A-Za-z0-9-]+');
  const compiled = compilePattern(`^${source}$`);
  return compiled.kind === 'pattern' && compiled.pattern.test(path);
}
