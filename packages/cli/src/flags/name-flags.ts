import { flagName, reservedFlags } from '@helve/flow/engine';

interface Unnamed {
  readonly path: readonly string[];
  /** True when the flag has a `--no-…` form. */
  readonly yesOrNo: boolean;
}

interface Naming {
  readonly name: string;
  readonly negation?: string;
}

const typeable = /^[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*$/u;

/** Gives each parameter a flag of its own; none to a name that cannot be typed. Natural names come first, so that they stay. */
export function nameFlags(
  parameters: readonly Unnamed[],
  reserved: ReadonlySet<string> = reservedFlags.call,
): (Naming | undefined)[] {
  const used = new Set(reserved);
  const names = parameters.map(({ path }) => claim(used, path.map(flagName).join('.')));
  for (const [index, { path }] of parameters.entries()) names[index] ??= claimArg(used, path);
  return parameters.map(({ yesOrNo }, index) => {
    const name = names[index];
    if (name === undefined) return undefined;
    const negation = yesOrNo ? claim(used, `no-${name}`) : undefined;
    return { name, ...(negation === undefined ? {} : { negation }) };
  });
}

function claimArg(used: Set<string>, path: readonly string[]): string | undefined {
  if (path.includes('')) return undefined;
  const natural = path.map(flagName).join('.');
  let name = typeable.test(natural) ? claim(used, `arg-${natural}`) : undefined;
  for (
    let candidate = `arg-${path.join('.')}`;
    name === undefined && typeable.test(candidate);
    candidate = `arg-${candidate}`
  ) {
    name = claim(used, candidate);
  }
  return name;
}

function claim(used: Set<string>, name: string): string | undefined {
  if (!typeable.test(name) || used.has(name)) return undefined;
  used.add(name);
  return name;
}
