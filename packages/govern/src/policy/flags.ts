import { coreErrors, type ToolHook, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import { aFunction, aPort, check, required } from '@helve/core/options';
import { checkHookOptions } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { refuse } from '../refuse.js';
import type { ListRule, Viewer } from './visible-tools.js';

/** Source of feature flags. */
export interface FlagSource {
  /** Reads all flags at once; unknown ones may be left out. */
  read(flags: readonly string[], viewer: Viewer): Promise<Readonly<Record<string, boolean>>>;
}

export interface FlagsOptions {
  readonly source: FlagSource;
  /** Returns the flags that all have to be on for a tool; a tool without any is always on. */
  readonly flag: (tool: ToolRecord) => string | readonly string[] | undefined;
  /** Values of flags while the source fails or does not know them. */
  readonly defaults?: Readonly<Record<string, boolean>>;
}

const checks = {
  source: required(aPort('read')),
  flag: required(aFunction),
  defaults: check(
    'an object of booleans',
    (value) =>
      typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'boolean'),
  ),
};

type Known = ReadonlyMap<string, boolean>;

/** Switches tools on and off; one that is off seems not to exist. */
export function flags(options: FlagsOptions): ToolHook & ListRule {
  const { source, flag, defaults = {} } = checkHookOptions('flags', options, checks);
  const defaultOf = (name: string) => (Object.hasOwn(defaults, name) ? defaults[name] : undefined);
  const flagsOf = (tool: ToolRecord): readonly string[] => {
    const wanted = flag(tool) ?? [];
    return typeof wanted === 'string' ? [wanted] : wanted;
  };
  const readAll = async (names: readonly string[], viewer: Viewer): Promise<Known> => {
    const answer = await source.read(names, viewer);
    return new Map(names.map((name) => [name, toFlag(answer, name) ?? defaultOf(name) ?? false]));
  };
  const fallBack = (names: readonly string[]): Known =>
    new Map(names.flatMap((name) => [[name, defaultOf(name)] as const]).filter(isSet));

  return {
    name: 'flags',
    async willCheckFeatureFlags(ctx) {
      const names = flagsOf(ctx.tool);
      if (names.length === 0) return;
      const known = await readAll(names, viewerOf(ctx)).catch((cause: unknown) => {
        const defaulted = fallBack(names);
        if (defaulted.size === new Set(names).size) return defaulted;
        throw governErrors.create('GOVERN_STORE_DOWN', { tool: ctx.toolId, hook: 'flags' }, { cause });
      });
      // The error of a tool that does not exist, so that nobody learns that it does.
      if (!isOn(names, known)) refuse(ctx, asAbsent(ctx.toolId));
    },
    async visibleTools(tools, viewer) {
      const names = [...new Set(tools.flatMap((tool) => flagsOf(tool)))];
      if (names.length === 0) return tools;
      const known = await readAll(names, viewer).catch(() => fallBack(names));
      return tools.filter((tool) => isOn(flagsOf(tool), known));
    },
  };
}

function asAbsent(tool: string) {
  return coreErrors.create('CALL_TOOL_NOT_FOUND', { tool });
}

function isOn(names: readonly string[], known: Known): boolean {
  return names.every((name) => known.get(name) === true);
}

function toFlag(answer: Readonly<Record<string, boolean>>, name: string): boolean | undefined {
  return Object.hasOwn(answer, name) ? answer[name] === true : undefined;
}

function isSet(pair: readonly [string, boolean | undefined]): pair is readonly [string, boolean] {
  return pair[1] !== undefined;
}

function viewerOf({ user, sessionId, call }: ToolInvokeContext): Viewer {
  return { user, call, ...(sessionId === undefined ? {} : { sessionId }) };
}
