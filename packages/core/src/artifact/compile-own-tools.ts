import { deepFreeze } from '../contract/deep-freeze.js';
import type { Compiled, NameMap, SchemaCompiler } from '../contract/schema-compiler.js';
import type { ToolContract } from '../contract/tool.js';

/** Forms by provider, then by tool. */
export type FormTable = ReadonlyMap<string, ReadonlyMap<string, Compiled>>;

/** Tools that no build has seen, in every form that can be made of them; a refused form is left out. */
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
    const made = compiler.compile(contract, names);
    if (!('refused' in made)) forms.set(contract.id, deepFreeze(made));
  }
  return forms;
}
