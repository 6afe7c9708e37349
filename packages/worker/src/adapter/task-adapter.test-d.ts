import { expectTypeOf, test } from 'vitest';
import { TaskAdapter, type TaskAdapterClass } from './task-adapter.js';

interface Shouter {
  shout(text: string): string;
}

class Speak extends TaskAdapter<Shouter> {
  static override readonly taskName = 'speak';
  static override readonly requiredToolProtocol = { methods: [{ name: 'shout', params: ['text'] }] };
}

test('an adapter takes a tool with what it needs, and no other', () => {
  type Tool = ConstructorParameters<typeof Speak>[0];
  expectTypeOf<{ shout(text: string): string; more: number }>().toExtend<Tool>();
  expectTypeOf<{ whisper(text: string): string }>().not.toExtend<Tool>();
  expectTypeOf<{ shout(count: number): string }>().not.toExtend<Tool>();
  expectTypeOf(Speak).toExtend<TaskAdapterClass<Shouter>>();
});
