import { nearestNames } from '@helve/core';
import { bindingKinds, type BindingKind } from '../contract/flow-document.js';
import { flowErrors } from '../flow-errors.js';
import { kindOfPath, readLocator, type Locator } from './read-locator.js';

/** Sources of a binding for one end of a run, strongest first. */
export interface BindingRequest {
  readonly commandLine?: string | undefined;
  readonly project?: string | undefined;
  /** The kind that the flow document declares (`metadata.io`). */
  readonly declared?: BindingKind | undefined;
  /** The files of the run. */
  readonly inputs?: readonly string[] | undefined;
}

/** Sources of a binding for the sink. */
export interface SinkRequest extends BindingRequest {
  /** True when some step writes content. */
  readonly writesOutput: boolean;
  /** True when the project's store keeps what is committed; absent means that there is no store. */
  readonly storePersistent?: boolean | undefined;
}

/** Where content comes from or goes to, and who decided that. */
export interface Binding extends Locator {
  readonly reason: string;
}

/** Decides where content comes from. */
function resolveSource(request: BindingRequest): Binding {
  const { inputs = [] } = request;
  return (
    explicitBinding(request) ??
    (inputs.length === 0
      ? { kind: 'none', reason: 'no files are given' }
      : { kind: kindOfAll(inputs), reason: 'detected by the extensions of the files' })
  );
}

/** Decides where content goes to; a store must keep what it is given. */
function resolveSink(request: SinkRequest): Binding {
  const { inputs = [], writesOutput, storePersistent } = request;
  const binding =
    explicitBinding(request) ??
    (writesOutput
      ? { kind: kindOfAll(inputs), reason: 'some step writes content, and the files go back to their format' }
      : { kind: 'none', reason: 'no step writes content' });
  assertPlace(binding, request);
  if (binding.kind === 'store' && storePersistent !== true) {
    const problem = storePersistent === undefined ? 'there is none' : 'it does not outlive the run';
    throw flowErrors.create('FLOW_STORE', { action: 'commit the result', problem });
  }
  return binding;
}

/** Refuses a bare word as the path of an output, since it is a misspelled kind rather than a file. */
function assertPlace({ path }: Binding, { commandLine, project }: BindingRequest): void {
  if (path === undefined || path !== (commandLine ?? project) || /[./\\{]/.test(path)) return;
  const [near] = nearestNames(path, bindingKinds, 1);
  const suggestion =
    near === undefined
      ? `Use ${bindingKinds.join(', ')}, or "file:${path}" for a file of that name`
      : `Did you mean "${near}"?`;
  const problem = 'it is neither a kind of place nor a path with an extension';
  throw flowErrors.create('FLOW_OUTPUT_PATH', { path, problem }, { details: { suggestion } });
}

/** Decides one end of a run. */
export function resolveBinding(side: 'source', request: BindingRequest): Binding;
export function resolveBinding(side: 'sink', request: SinkRequest): Binding;
export function resolveBinding(side: 'source' | 'sink', request: BindingRequest | SinkRequest): Binding {
  return side === 'sink' && 'writesOutput' in request ? resolveSink(request) : resolveSource(request);
}

function explicitBinding({ commandLine, project, declared }: BindingRequest): Binding | undefined {
  if (commandLine !== undefined) return { ...readLocator(commandLine), reason: 'set on the command line' };
  if (project !== undefined) return { ...readLocator(project), reason: 'set in the project' };
  return declared === undefined ? undefined : { kind: declared, reason: 'declared in the flow' };
}

/** Files count as interchange only when all of them are. */
function kindOfAll(inputs: readonly string[]): BindingKind {
  return inputs.length > 0 && inputs.every((path) => kindOfPath(path) === 'interchange') ? 'interchange' : 'file';
}
