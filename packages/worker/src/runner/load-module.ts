import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CapabilityDefinitionError } from '../error/fatal-errors.js';
import type { ModuleExport } from '../wire/frame.js';

export type AnyConstructor = new (...args: never[]) => object;

/** Imports a class: the named export, or the only matching one. */
export async function loadClass(
  source: ModuleExport,
  fits: (value: AnyConstructor) => boolean,
): Promise<AnyConstructor> {
  const exports = (await import(/* @vite-ignore */ toUrl(source))) as Record<string, unknown>;
  if (source.export !== undefined) return named(source, exports[source.export]);
  const found = [...new Set(Object.values(exports).filter((value) => isClass(value) && fits(value)))];
  if (found.length === 1) return named(source, found[0]);
  throw refused(
    source,
    found.length === 0 ? 'it exports no class that fits' : 'it exports more than one class that fits',
  );
}

function named(source: ModuleExport, value: unknown): AnyConstructor {
  if (!isClass(value)) throw refused(source, `its export "${source.export}" is not a class`);
  return value;
}

function isClass(value: unknown): value is AnyConstructor {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}

/** Resolves a module: a path against the working directory, a bare name as a package from there. */
function toUrl(source: ModuleExport): string {
  const { module } = source;
  if (/^(file|node|data):/.test(module)) return module;
  if (module.startsWith('.') || isAbsolute(module)) {
    if (!existsSync(resolve(module))) throw refused(source, 'there is no such file');
    return pathToFileURL(resolve(module)).href;
  }
  try {
    return pathToFileURL(createRequire(resolve('index.js')).resolve(module)).href;
  } catch (cause) {
    throw refused(source, 'there is no such package', cause);
  }
}

function refused({ module }: ModuleExport, details: string, cause?: unknown): CapabilityDefinitionError {
  const options = { details, ...(cause !== undefined && { cause }) };
  return new CapabilityDefinitionError(`Cannot load "${module}": ${details}`, options);
}
