import { capabilityAction, CapabilityDefinitionError, collectCapabilityActions, dispatchToAction } from '@helve/worker';
import { actionOf } from './action-mark.js';
import { expect, test } from 'vitest';

// This file is compiled with `experimentalDecorators`: the decorator gets prototype, name and descriptor.
class Base {
  @capabilityAction('hello', { description: 'Greets' })
  hello({ who = 'you' }: { who?: string }) {
    return `hello ${who}`;
  }
}

class Derived extends Base {
  @capabilityAction('wave')
  wave() {
    return 'waves';
  }
}

test('R52: capabilityAction works as a legacy decorator', () => {
  expect(actionOf(Base.prototype.hello)).toMatchObject({ action: 'hello', method: 'hello', description: 'Greets' });
  expect(collectCapabilityActions(Base)).toEqual(new Set(['hello']));
  expect(collectCapabilityActions(Derived)).toEqual(new Set(['hello', 'wave']));
  expect(dispatchToAction(new Derived(), 'hello', { who: 'me' })).toBe('hello me');
});

test('R56: a legacy decorator refuses statics, accessors and an action twice as well', () => {
  const classes = [
    () => {
      class Static {
        @capabilityAction('go')
        static go() {}
      }
      return Static;
    },
    () => {
      class Accessor {
        // @ts-expect-error -- only methods can be marked
        @capabilityAction('go')
        get go() {
          return 1;
        }
      }
      return Accessor;
    },
    () => {
      class Twice {
        @capabilityAction('go')
        one() {}
        @capabilityAction('go')
        two() {}
      }
      return Twice;
    },
  ];
  for (const define of classes) expect(define).toThrow(CapabilityDefinitionError);
});
