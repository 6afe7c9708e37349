import type { WorkerRow } from '../wire/wire.js';

/** State of a worker in a word. */
export function WorkerState({ worker }: { readonly worker: WorkerRow }) {
  const { state, healthy, enabled } = worker;
  const tone = !healthy ? 'bad' : !enabled || state === 'absent' ? 'warn' : 'good';
  const word = state === 'absent' ? 'not started' : state.replaceAll('_', ' ');
  return <span className={`label ${tone}`}>{enabled ? word : `${word}, switched off`}</span>;
}
