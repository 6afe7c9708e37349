import { sha256, type NameMap } from '@helve/core';

/** Rule for the names that a provider accepts. */
export interface NameRule {
  /** Matches a whole name that is accepted unchanged. */
  readonly safe: RegExp;
  /** Matches every character that is not accepted. */
  readonly unsafe: RegExp;
  readonly maxLength: number;
}

/** Rule for names of tools that every provider accepts. */
export const toolNameRule: NameRule = Object.freeze({
  safe: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  unsafe: /[^a-zA-Z0-9_]/g,
  maxLength: 64,
});

/**
 * Rule for names of tools in the Model Context Protocol: strict clients drop a whole server for one name beyond these.
 */
export const mcpNameRule: NameRule = Object.freeze({
  safe: /^[a-zA-Z0-9_-]{1,64}$/,
  unsafe: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
});

const digestLength = 8;

/** Names each tool for providers. Equal ids give equal names in any order, and no two share one. */
export function toProviderNames(ids: Iterable<string>): NameMap {
  return Object.freeze(Object.fromEntries(toSafeNames(ids, toolNameRule)));
}

/** Makes each name safe: keeps it where it is, and adds a part of its SHA-256 where it is too long or not unique. */
export function toSafeNames(names: Iterable<string>, rule: NameRule): Map<string, string> {
  const all = [...new Set(names)];
  const used = new Set(all.filter((name) => rule.safe.test(name)));
  const wanted = new Map(all.map((name) => [name, toSafe(name, rule)]));
  const uses = countUses(all.filter((name) => !used.has(name)).map((name) => wanted.get(name)));
  const settled = new Map<string, string>();
  for (const name of [...all].sort()) {
    const plain = wanted.get(name) ?? name;
    const alone = used.has(name) || (uses.get(plain) === 1 && !used.has(plain) && plain.length <= rule.maxLength);
    const safe = alone ? plain : firstFree(name, plain, rule, used);
    used.add(safe);
    settled.set(name, safe);
  }
  return new Map(all.map((name) => [name, settled.get(name) ?? name]));
}

function toSafe(name: string, rule: NameRule): string {
  const clean = name.replace(rule.unsafe, '_');
  return clean === '' || !rule.safe.test(clean.slice(0, rule.maxLength)) ? `_${clean}` : clean;
}

function countUses(names: readonly (string | undefined)[]): Map<string | undefined, number> {
  const uses = new Map<string | undefined, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Returns the name with its digest; in the unlikely case that this is taken, with the digest of the digest. */
function firstFree(name: string, plain: string, rule: NameRule, used: ReadonlySet<string>): string {
  let digest = sha256(name);
  for (;;) {
    const suffix = `_${digest.slice(0, digestLength)}`;
    const candidate = plain.slice(0, rule.maxLength - suffix.length) + suffix;
    if (!used.has(candidate)) return candidate;
    digest = sha256(digest);
  }
}
