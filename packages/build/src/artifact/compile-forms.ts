import { frozenCopy, type Compiled, type Loss, type SchemaCompiler, type ToolContract } from '@helve/core';
import { inlineProviders } from '../build-options.js';
import type { Docs } from '../doc/check-docs.js';
import type { ReportProblem } from '../problem/problem.js';
import type { DeclaredTool } from '../schema/declared-tool.js';

/** The forms of a tool, for every provider that can have it. */
export interface Forms {
  readonly made: Readonly<Record<string, Compiled>>;
  /** The losses of refused forms, by provider. */
  readonly refused: Readonly<Record<string, readonly Loss[]>>;
}

/** Compiles the form of every provider, and reports serious losses. */
export function compileForms(
  declared: DeclaredTool,
  docs: Docs,
  { compilers, name, file }: { compilers: readonly SchemaCompiler[]; name: string; file: string },
  report: ReportProblem,
): Forms {
  const contract = toContract(declared, docs);
  const made: Record<string, Compiled> = {};
  const refused: Record<string, readonly Loss[]> = {};
  const losing: string[] = [];
  for (const compiler of compilers) {
    const { provider } = compiler;
    if (declared.strict === false && isStrict(provider)) continue;
    const result = attempt(compiler, contract, name, file, report);
    if (result === undefined) continue;
    if ('refused' in result) {
      refused[provider] = result.losses;
      reportRefusal(provider, result.losses, declared, file, report);
    } else made[provider] = toForm(result);
    losing.push(...seriousLosses(provider, result.losses, 'refused' in result));
    reportNarrower(provider, result.losses, declared, file, report);
  }
  if (losing.length > 0) report('W_LOSS', { file, pointer: '/parameters' }, `Lost on the way: ${losing.join('; ')}`);
  return { made, refused };
}

/** Copies the fields of a form; the order of the keys here is their order in the file. */
function toForm({ schema, restore, losses }: Compiled): Compiled {
  return { schema, restore, losses };
}

function attempt(compiler: SchemaCompiler, contract: ToolContract, name: string, file: string, report: ReportProblem) {
  try {
    return compiler.compile(contract, Object.freeze({ [contract.id]: name }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report('BUILD_PROVIDER_FAILED', { file }, `Cannot compile the form for "${compiler.provider}": ${reason}`);
    return undefined;
  }
}

function toContract(declared: DeclaredTool, docs: Docs): ToolContract {
  const { toolId, title, description, version, parameters, outputSchema, tags = [], examples, preview } = declared;
  const {
    category,
    sideEffects,
    effects = [],
    idempotent,
    requiresConfirmation,
    allowedModes,
    latencyBudgetMs,
    behavior,
    onInterrupt,
  } = declared;
  return frozenCopy({
    id: toolId,
    name: toolId,
    ...(title === undefined ? {} : { title }),
    description,
    version,
    inputSchema: parameters,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    policy: {
      category,
      sideEffects,
      effects,
      idempotent,
      requiresConfirmation,
      ...(allowedModes === undefined ? {} : { allowedModes }),
      latencyBudgetMs,
      ...(behavior === undefined ? {} : { behavior }),
      ...(onInterrupt === undefined ? {} : { onInterrupt }),
    },
    tags,
    docs: {
      ...docs,
      ...(examples === undefined ? {} : { examples }),
      ...(preview === undefined ? {} : { preview }),
    },
  });
}

/** True for forms that constrain a model to the schema, by the name of their key. */
function isStrict(provider: string): boolean {
  return provider.endsWith('Strict');
}

function reportRefusal(
  provider: string,
  losses: readonly Loss[],
  declared: DeclaredTool,
  file: string,
  report: ReportProblem,
): void {
  const location = { file, pointer: '/parameters' };
  const message = `Cannot compile the form for "${provider}": ${describe(reasons(losses))}`;
  if (inlineProviders.some((needed) => needed === provider)) report('BUILD_PROVIDER', location, message);
  else if (declared.strict === true && isStrict(provider)) report('BUILD_STRICT', location, message);
}

/** Reports a form that rejects what the tool accepts: nothing here can compensate, so the author has to agree to it. */
function reportNarrower(
  provider: string,
  losses: readonly Loss[],
  declared: DeclaredTool,
  file: string,
  report: ReportProblem,
): void {
  const narrower = losses.filter(({ effect, action }) => effect === 'narrower' && action !== 'refused');
  if (narrower.length === 0 || declared['x-allow-narrower']?.includes(provider) === true) return;
  const message = `The form for "${provider}" refuses arguments that the tool accepts: ${describe(narrower)}`;
  report('BUILD_NARROWER', { file, pointer: '/parameters' }, message);
}

/** Lists what a provider's model no longer sees. Leaves out closed objects: those are always enforced here. */
function seriousLosses(provider: string, losses: readonly Loss[], refused: boolean): string[] {
  if (refused) return [`${provider} is not made (${describe(reasons(losses))})`];
  const serious = losses.filter(
    ({ action, effect, keyword }) => action === 'dropped' && effect !== 'same' && keyword !== 'additionalProperties',
  );
  return serious.length === 0 ? [] : [`${provider} drops ${describe(serious)}`];
}

/** Returns the losses for which a form was refused. */
function reasons(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ action }) => action === 'refused');
}

function describe(losses: readonly Loss[]): string {
  return losses
    .map(({ keyword, pointer, note }) => `"${keyword}" at "${pointer}"${note === '' ? '' : `, ${note}`}`)
    .join('; ');
}
