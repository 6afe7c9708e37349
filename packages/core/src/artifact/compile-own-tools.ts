import { deepFreeze } from '../json/deep-freeze.js';
import type { Compiled, NameMap, Refused, SchemaCompiler } from '../contract/schema-compiler.js';
import type { ToolContract } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';

/** Forms by provider, then by tool. */
export type FormTable = ReadonlyMap<string, ReadonlyMap<string, Compiled>>;

/** The key of a provider's strict forms. */
export function strictOf(provider: string): string {
  return `${provider}Strict`;
}

function isStrict(provider: string): boolean {
  return provider === strictOf(provider.slice(0, -strictOf('').length));
}

/** Tools that no build has seen, in every form that can be made of them; a refused form is left out, unless it is demanded. */
export function compileOwnTools(
  contracts: readonly ToolContract[],
  compilers: readonly SchemaCompiler[],
  names: NameMap,
): FormTable {
  return new Map(compilers.map((compiler) => [compiler.provider, compileFor(compiler, contracts, names)]));
}

function compileFor(compiler: SchemaCompiler, contracts: readonly ToolContract[], names: NameMap) {
  const forms = new Map<string, Compiled>();
  for (const contract of contracts) {
    if (contract.strict === false && isStrict(compiler.provider)) continue;
    const made = compiler.compile(contract, names);
    if (!('refused' in made)) forms.set(contract.id, deepFreeze(made));
    else if (contract.strict === true && isStrict(compiler.provider)) throw notStrict(contract, compiler, made);
  }
  return forms;
}

function notStrict({ id }: ToolContract, { provider }: SchemaCompiler, { losses }: Refused): Error {
  const reasons = losses.filter(({ action }) => action === 'refused').map(({ pointer, note }) => `${pointer}: ${note}`);
  return coreErrors.create('CALL_STRICT_REFUSED', { tool: id, provider, problem: reasons.join('; ') });
}
