import type { NameMap } from '../contract/schema-compiler.js';
import { coreErrors } from '../errors/core-errors.js';

/** Names for tools added in code: all of them, or a function that is given every id and asked for those. */
export type NamesSource = NameMap | ((ids: readonly string[]) => NameMap);

/** The names of tools for providers, and back; by exact lookup only. */
export class ProviderNames {
  readonly map: NameMap;
  readonly #ids = new Map<string, string>();

  constructor(map: NameMap) {
    this.map = Object.freeze({ ...map });
    for (const [id, name] of Object.entries(map)) {
      const other = this.#ids.get(name);
      if (other !== undefined) throw nameTaken(id, `"${name}" is the name of "${other}"`);
      this.#ids.set(name, id);
    }
  }

  /** The name of a tool; `null` if there is no such tool. */
  nameOf(id: string): string | null {
    return Object.hasOwn(this.map, id) ? (this.map[id] ?? null) : null;
  }

  /** The id of the tool with this name; `null` if there is none. */
  idOf(name: string): string | null {
    return this.#ids.get(name) ?? null;
  }
}

/** The names of an artifact's tools stay as they were built; others get those handed in, or their ids. */
export function nameTools(
  ids: readonly string[],
  built: NameMap,
  own: ReadonlySet<string>,
  source: NamesSource = {},
): ProviderNames {
  const given = typeof source === 'function' ? source(ids) : source;
  const nameOf = (id: string) => (own.has(id) ? at(given, id) : at(built, id)) ?? id;
  return new ProviderNames(Object.fromEntries(ids.map((id) => [id, nameOf(id)])));
}

function at(names: NameMap, id: string): string | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

function nameTaken(tool: string, problem: string): Error {
  return coreErrors.create('CALL_NAME_TAKEN', { tool, problem });
}
