import { expect, test } from 'vitest';

const seen: unknown[] = [];

function mark(target: unknown, context: ClassDecoratorContext): void {
  seen.push(target, context.kind, context.metadata);
  context.metadata['mark'] = 'here';
}

@mark
class Marked {
  #secret = 1;
  read = () => this.#secret;
}

test('standard decorators work in tests, with their metadata', () => {
  expect(seen.slice(0, 2)).toEqual([Marked, 'class']);
  expect(Marked[Symbol.metadata]).toEqual({ mark: 'here' });
  expect(Marked.name).toBe('Marked');
  expect(new Marked().read()).toBe(1);
});
