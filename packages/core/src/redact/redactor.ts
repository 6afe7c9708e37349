import { toPointer } from '../json/pointer.js';
import { isPlainObject } from '../json/is-plain-object.js';
import { descend, toPointerTree, type PointerTree } from '../json/pointer-tree.js';
import { secretForms } from './secret-forms.js';
import { Secret } from './secret.js';
import { plainName, sensitiveKeys } from './sensitive-keys.js';
import { sensitivePatterns, sensitiveSign, type TextPattern } from './text-patterns.js';

/** The treatment of a value that must not be seen. */
export type RedactMode = 'mask' | 'remove' | 'hash';

export interface RedactorOptions {
  /** JSON pointers of what is taken out; `*` stands for any one name or index. */
  readonly paths?: readonly string[];
  /** Patterns to take out of texts. Default: `sensitivePatterns`. */
  readonly patterns?: readonly TextPattern[];
  /** Names of fields that are taken out wherever they stand; `sensitiveKeys` unless given. */
  readonly keys?: readonly string[];
  /** Values that are taken out wherever they stand, also encoded. */
  readonly secrets?: readonly (string | Secret)[];
  /** `mask` unless given. Secrets are always masked. */
  readonly mode?: RedactMode;
  /** For mode `hash`. */
  readonly hash?: (text: string) => string;
}

export interface Redactor {
  /** A deep copy without what must not be seen, and JSON pointers to where something was taken out. Never throws. */
  redact(value: unknown): { readonly value: unknown; readonly redacted: string[] };
  redactText(text: string): string;
  /** Counts the characters at the end of a text that may belong to something that goes on in the next chunk of a stream. */
  openEnd(text: string): number;
}

const MASK = '[redacted]';
const SECRET = '[secret]';
const UNREADABLE = '[unreadable]';
const MAX_DEPTH = 1000;
/** Shorter numbers are no card numbers. */
const LONG_NUMBER = 1e12;
/** Characters that a pattern may need to see before it matches. */
const PATTERN_CHARS = 512;

const removed = Symbol('removed');

/** In place of a copy while the walk stands in the object, to notice a cycle. */
const unfinished = Symbol('unfinished');

/** One walk over one value. */
interface Walk {
  readonly redacted: string[];
  /** The names that lead to where the walk stands. */
  readonly names: string[];
  /** Copies of objects that no path leads into: they look the same wherever they stand. */
  readonly copies: Map<object, unknown>;
}

/** A name of a field as a redactor reads it, wherever it stands. */
interface KnownName {
  readonly hidden: boolean;
  readonly text: string;
}

/** Fields have the same few names over and over: so many are remembered, if they are no longer than that. */
const MAX_NAMES = 2_000;
const MAX_NAME_CHARS = 64;

/** Objects in a value that is copied without looking for cycles first. */
const MAX_SMALL = 64;

/** Makes the one thing that takes secrets and personal data out of values and texts. Runs in linear time. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { paths = [], patterns = sensitivePatterns, keys = sensitiveKeys, secrets = [], mode = 'mask' } = options;
  const tree = toPointerTree(paths);
  const names = new Set(keys.map(plainName));
  const forms = [...new Set(secrets.flatMap((secret) => secretForms(revealed(secret))))];
  forms.sort((a, b) => b.length - a.length);
  const hash = options.hash ?? (() => MASK);
  const rules = patterns.map(toRule);
  const roots = tree.ends || tree.children.size > 0 ? [tree] : [];
  const knownNames = new Map<string, KnownName>();
  /** Objects that `copySmall` may still meet: a cycle has no end, and one that is met often would be copied each time. */
  let objectsLeft = 0;

  function readName(name: string): KnownName {
    const known = knownNames.get(name);
    if (known !== undefined) return known;
    const read = { hidden: names.has(plainName(name)), text: redactText(name) };
    if (knownNames.size < MAX_NAMES && name.length <= MAX_NAME_CHARS) knownNames.set(name, read);
    return read;
  }

  function maskText(text: string): string {
    if (mode === 'remove') return '';
    return mode === 'hash' ? hash(text) : MASK;
  }

  function redactText(text: string): string {
    let result = text;
    for (const form of forms) result = result.replaceAll(form, SECRET);
    if (patterns === sensitivePatterns && !sensitiveSign.test(result)) return result;
    for (const rule of rules) result = rule(result, maskText);
    return result;
  }

  function openEnd(text: string): number {
    const begun = forms.reduce((most, form) => Math.max(most, commonEnd(text, form)), 0);
    const open = Math.max(begun, rules.length === 0 ? 0 : Math.min(PATTERN_CHARS, text.length));
    if (open === 0 || open >= text.length) return open;
    const cut = text.length - open;
    // Something that reaches over the cut would be torn by it.
    const whole = redactText(text.slice(0, cut)) + redactText(text.slice(cut)) === redactText(text);
    return whole ? open : text.length;
  }

  /** Makes the stand-in of a whole value. */
  function standIn(value: unknown): unknown {
    if (mode === 'remove') return removed;
    return mode === 'hash' ? hash(textOf(value)) : MASK;
  }

  function visit(value: unknown, places: readonly PointerTree[], walk: Walk): unknown {
    if (places.some((place) => place.ends)) return noted(standIn(value), walk);
    switch (typeof value) {
      case 'string': {
        const text = redactText(value);
        return text === value ? value : noted(text, walk);
      }
      case 'number':
      case 'bigint': {
        if (forms.length === 0 && value < LONG_NUMBER && value > -LONG_NUMBER) return value;
        const text = redactText(String(value));
        return text === String(value) ? value : noted(text, walk);
      }
      case 'object':
        return value === null ? null : visitObject(value, places, walk);
      default:
        return value;
    }
  }

  function visitObject(value: object, places: readonly PointerTree[], walk: Walk): unknown {
    const known = walk.copies.get(value);
    if (known === unfinished) return '[circular]';
    if (walk.names.length >= MAX_DEPTH) return noted('[too deep]', walk);
    const shared = places.length === 0;
    if (shared && known !== undefined) return known;
    walk.copies.set(value, unfinished);
    const copy = copyObject(value, places, walk);
    if (shared) walk.copies.set(value, copy);
    else walk.copies.delete(value);
    return copy;
  }

  function member(name: string, item: unknown, places: readonly PointerTree[], walk: Walk): unknown {
    walk.names.push(name);
    const copy = visit(item, places.length === 0 ? places : descend(places, name), walk);
    walk.names.pop();
    return copy;
  }

  function copyObject(value: object, places: readonly PointerTree[], walk: Walk): unknown {
    if (Array.isArray(value)) return value.map((item, index) => orNull(member(String(index), item, places, walk)));
    if (isPlainObject(value)) return copyMembers(value, places, walk);
    const visitMember = (name: string, item: unknown) => member(name, item, places, walk);
    if (value instanceof Date) return value;
    if (value instanceof Map) return new Map(mapMembers(value, visitMember, redactText));
    if (value instanceof Set) return new Set([...value].map((item, index) => orNull(visitMember(String(index), item))));
    if (ArrayBuffer.isView(value)) return holdsSecret(value) ? noted(SECRET, walk) : value;
    const plain = attempt(() => ({ form: plainForm(value) }));
    if (plain === undefined) return noted(UNREADABLE, walk);
    return isPlainObject(plain.form) ? copyMembers(plain.form, places, walk) : visit(plain.form, places, walk);
  }

  function copyMembers(
    value: Record<string, unknown>,
    places: readonly PointerTree[],
    walk: Walk,
  ): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const { hidden, text } = readName(name);
      const item = readMember(value, name);
      walk.names.push(name);
      if (item === UNREADABLE) noted(item, walk);
      const kept =
        hidden && item !== undefined && item !== null
          ? noted(standIn(item), walk)
          : visit(item, places.length === 0 ? places : descend(places, name), walk);
      walk.names.pop();
      if (kept !== removed) setMember(copy, text, kept);
    }
    return copy;
  }

  /** The common case in one go: a small value with nothing to hide. Undefined says nothing, and the walk decides. */
  function copySmall(value: unknown): object | undefined {
    if (roots.length > 0) return undefined;
    objectsLeft = MAX_SMALL;
    return copyHarmless(value);
  }

  function copyHarmless(value: unknown): object | undefined {
    objectsLeft -= 1;
    if (objectsLeft < 0) return undefined;
    if (Array.isArray(value)) return copyHarmlessList(value);
    if (!isPlainObject(value)) return undefined;
    const copy = { ...value };
    for (const name in copy) {
      const { hidden, text } = readName(name);
      if (hidden || text !== name) return undefined;
      const item = copy[name];
      if (isHarmless(item)) continue;
      const kept = typeof item === 'object' ? copyHarmless(item) : undefined;
      if (kept === undefined) return undefined;
      copy[name] = kept;
    }
    return copy;
  }

  function copyHarmlessList(items: readonly unknown[]): unknown[] | undefined {
    const copy: unknown[] = [];
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      const kept = isHarmless(item) ? item : typeof item === 'object' ? copyHarmless(item) : undefined;
      if (kept === undefined) return undefined;
      copy.push(kept);
    }
    return copy;
  }

  function isHarmless(item: unknown): boolean {
    if (typeof item === 'string') return redactText(item) === item;
    if (typeof item === 'number') return forms.length === 0 && item < LONG_NUMBER && item > -LONG_NUMBER;
    return item === null || typeof item === 'boolean';
  }

  /** True when bytes hold a secret as they are. */
  function holdsSecret(view: ArrayBufferView): boolean {
    if (forms.length === 0) return false;
    const text = new TextDecoder().decode(view);
    return forms.some((form) => text.includes(form));
  }

  return Object.freeze({
    redactText: (text: string) => attempt(() => redactText(text)) ?? MASK,
    openEnd: (text: string) => attempt(() => openEnd(text)) ?? text.length,
    redact: (value: unknown) => {
      try {
        const small = attempt(copySmall, value);
        if (small !== undefined) return { value: small, redacted: [] };
        const walk: Walk = { redacted: [], names: [], copies: new Map() };
        const copy = visit(value, roots, walk);
        return { value: copy === removed ? undefined : copy, redacted: walk.redacted };
      } catch {
        return { value: UNREADABLE, redacted: [''] };
      }
    },
  });
}

function noted(standIn: unknown, walk: Walk): unknown {
  walk.redacted.push(toPointer(walk.names));
  return standIn;
}

/** Counts the characters at the end of a text that are the beginning of another, but not all of it. */
function commonEnd(text: string, other: string): number {
  for (let length = Math.min(other.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(other.slice(0, length))) return length;
  }
  return 0;
}

function revealed(secret: string | Secret): string {
  return secret instanceof Secret ? secret.reveal() : secret;
}

function toRule(pattern: TextPattern) {
  if (typeof pattern === 'function') return pattern;
  const everywhere = pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
  return (text: string, mask: (found: string) => string) => text.replaceAll(everywhere, (found) => mask(found));
}

/** Converts an instance of some class as JSON would; an error keeps its text. */
function plainForm(value: object): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON() as unknown;
  const own = Object.fromEntries(Object.entries(value));
  return value instanceof Error ? { ...own, name: value.name, message: value.message } : own;
}

function* mapMembers(
  map: Map<unknown, unknown>,
  member: (name: string, item: unknown) => unknown,
  redactText: (text: string) => string,
) {
  for (const [key, item] of map) {
    const kept = member(String(key), item);
    if (kept !== removed) yield [typeof key === 'string' ? redactText(key) : key, kept] as const;
  }
}

/** A getter may throw; then nobody will see what it hides. */
function readMember(value: Record<string, unknown>, name: string): unknown {
  try {
    return value[name];
  } catch {
    return UNREADABLE;
  }
}

/** In a list a removed item leaves its place. */
function orNull(item: unknown): unknown {
  return item === removed ? null : item;
}

/** A member called `__proto__` is a member like any other. */
function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

/** Undefined if reading threw: a getter, a proxy, a pattern of someone's own. */
function attempt<T, In = undefined>(read: (value: In) => T, value?: In): T | undefined {
  try {
    return read(value as In);
  } catch {
    return undefined;
  }
}
