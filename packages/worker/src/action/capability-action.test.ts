import {
  capabilityAction,
  capabilityActions,
  CapabilityDefinitionError,
  CapabilityInputError,
  collectCapabilityActions,
  dispatchToAction,
  ToolCapability,
} from '@helve/worker';
import { actionOf } from './action-mark.js';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

class BaseDispatcher {
  @capabilityAction('hello')
  sayHello() {
    return 'hi';
  }

  @capabilityAction('goodbye', { description: 'Leaves', input: z.object({}), policy: { idempotent: true } })
  sayGoodbye() {
    return 'bye';
  }
}

class ExtendedDispatcher extends BaseDispatcher {
  @capabilityAction('wave')
  wave() {
    return '👋';
  }
}

class Plain {
  regular() {
    return null;
  }
}

class Acting extends ToolCapability {
  get name() {
    return 'acting';
  }
  get version() {
    return '1';
  }
  initialize() {}
  getConfigSchema() {
    return { type: 'object' } as const;
  }
  getCurrentConfig() {
    return {};
  }
  override execute(action = 'ping', args: object = {}) {
    return this.dispatchToAction(action, args);
  }
  @capabilityAction('ping')
  ping() {
    return 'pong';
  }
  @capabilityAction('echo')
  echo({ value }: { value?: unknown }) {
    return value;
  }
}

class ActingMore extends Acting {
  @capabilityAction('shout')
  shout({ text = '' }: { text?: string }) {
    return text.toUpperCase();
  }
}

describe('capabilityAction', () => {
  test('R52: a mark can be read and changes nothing about calling the method', () => {
    expect(actionOf(BaseDispatcher.prototype.sayHello)).toMatchObject({ action: 'hello', method: 'sayHello' });
    expect(actionOf(BaseDispatcher.prototype.sayGoodbye)).toMatchObject({
      description: 'Leaves',
      policy: { idempotent: true },
    });
    expect(actionOf(Plain.prototype.regular)).toBeUndefined();
    expect(actionOf('text')).toBeUndefined();
    expect(new BaseDispatcher().sayHello()).toBe('hi');
    expect(BaseDispatcher.prototype.sayHello.name).toBe('sayHello');
  });

  test('R52: metadata is copied on write, so a subclass never changes its base', () => {
    expect(collectCapabilityActions(BaseDispatcher)).toEqual(new Set(['hello', 'goodbye']));
    expect(collectCapabilityActions(ExtendedDispatcher)).toEqual(new Set(['hello', 'goodbye', 'wave']));
    class Sibling extends BaseDispatcher {
      @capabilityAction('nod')
      nod() {}
    }
    expect(collectCapabilityActions(Sibling)).toEqual(new Set(['hello', 'goodbye', 'nod']));
    expect(collectCapabilityActions(ExtendedDispatcher).has('nod')).toBe(false);
  });

  test('R52: static actions do without decorators, and say as much', () => {
    class Declared {
      static readonly actions = { go: 'run', stop: { method: 'halt', description: 'Stops' } };
      run() {}
      halt() {}
    }
    expect([...capabilityActions(Declared).values()]).toEqual([
      { action: 'go', method: 'run' },
      { action: 'stop', method: 'halt', description: 'Stops' },
    ]);
  });

  test('R52: classes that other compilers have lowered keep their actions', async () => {
    const source = `
      class Base { @mark('one') first() { return 1; } }
      export class Derived extends Base { @mark('two') second() { return 2; } }
    `;
    for (const experimentalDecorators of [true, false]) {
      const { outputFiles } = await build({
        stdin: { contents: source, loader: 'ts' },
        write: false,
        format: 'cjs',
        target: 'es2022',
        tsconfigRaw: { compilerOptions: { experimentalDecorators } },
      });
      const module: { exports: { Derived?: new () => object } } = { exports: {} };
      // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the code was compiled above
      new Function('module', 'exports', 'mark', String(outputFiles[0]?.text))(module, module.exports, capabilityAction);
      const { Derived } = module.exports;
      expect(collectCapabilityActions(Derived)).toEqual(new Set(['one', 'two']));
      expect(Derived && dispatchToAction(new Derived(), 'one')).toBe(1);
    }
  });
});

describe('collectCapabilityActions', () => {
  test('R53: any class gives its own and inherited actions; unmarked methods add none', () => {
    expect(collectCapabilityActions(Plain)).toEqual(new Set());
    expect(collectCapabilityActions(class extends Plain {})).toEqual(new Set());
    expect(collectCapabilityActions(class extends ExtendedDispatcher {})).toEqual(
      new Set(['hello', 'goodbye', 'wave']),
    );
    expect(collectCapabilityActions(undefined)).toEqual(new Set());
    expect(ActingMore.supportedActions).toEqual(new Set(['ping', 'echo', 'shout']));
  });
});

describe('dispatchToAction', () => {
  test('R54: the handler gets one object of named arguments, own or inherited', () => {
    expect(new Acting().execute('ping')).toBe('pong');
    expect(new Acting().dispatchToAction('echo', { value: 42 })).toBe(42);
    expect(dispatchToAction(new ActingMore(), 'shout', { text: 'hi' })).toBe('HI');
    expect(dispatchToAction(new ActingMore(), 'ping', null)).toBe('pong');
    expect(dispatchToAction(new ExtendedDispatcher(), 'hello')).toBe('hi');
  });

  test('R55: an unknown action is an input error that suggests a known one', () => {
    for (const action of ['nope', 'constructor', '__proto__', 'hasOwnProperty', 'execute', 'ping ']) {
      expect(errorOf(() => new Acting().dispatchToAction(action))).toMatchObject({ fieldsInvalid: ['action'] });
    }
    expect(errorOf(() => new Acting().dispatchToAction('pingg'))?.message).toContain('"ping"');
    expect(errorOf(() => new Acting().dispatchToAction('echo', [1]))).toMatchObject({ fieldsInvalid: ['args'] });
  });

  test('R56: an undecorated override runs, null removes, and a declaration twice is refused', () => {
    class Overridden extends ActingMore {
      static readonly actions = { echo: null };
      override ping() {
        return 'another pong';
      }
    }
    expect(new Overridden().dispatchToAction('ping')).toBe('another pong');
    expect(Overridden.supportedActions).toEqual(new Set(['ping', 'shout']));
    expect(errorOf(() => new Overridden().dispatchToAction('echo'))).toBeInstanceOf(CapabilityInputError);
    class Both {
      static readonly actions = { go: 'other' };
      @capabilityAction('go')
      go() {}
    }
    expect(() => collectCapabilityActions(Both)).toThrow(CapabilityDefinitionError);
  });

  test('R56: an action twice in a class, or on a static or private method, is refused where it is written', () => {
    const classes = [
      () => {
        class Twice {
          @capabilityAction('go')
          one() {}
          @capabilityAction('go')
          two() {}
        }
        return Twice;
      },
      () => {
        class Static {
          @capabilityAction('go')
          static go() {}
        }
        return Static;
      },
      () => {
        class Private {
          @capabilityAction('go')
          #go() {}
          go() {
            this.#go();
          }
        }
        return Private;
      },
    ];
    for (const define of classes) expect(define).toThrow(CapabilityDefinitionError);
    expect(() => capabilityAction('')).toThrow(CapabilityDefinitionError);
  });
});

function errorOf(run: () => unknown): CapabilityInputError | undefined {
  try {
    run();
  } catch (error) {
    if (CapabilityInputError.is(error)) return error;
    throw error;
  }
  return undefined;
}
