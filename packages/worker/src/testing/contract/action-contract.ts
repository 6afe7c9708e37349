import { expect } from 'vitest';
import { CapabilityInputError } from '../../error/input-errors.js';
import { failureOf, type ContractBench } from './contract-bench.js';

/** Tests actions. */
export function actionContract(bench: ContractBench): void {
  bench.proves('R54', 'an action is called with named arguments, own or inherited, and gives its result', async () => {
    const { capability, action, loaded } = await extended();
    expect(await loaded.call({ op: 'execute', args: ['ping'] })).toBe('pong');
    expect(await capability.dispatchToAction('echo', { value: 42 })).toBe(42);
    expect(await capability.dispatchToAction('ping')).toBe('pong');
    expect(await action('shout', { text: 'hi' })).toBe('HI');
  });

  bench.proves('R55', 'an unknown action is an input error, and so are names that every object has', async () => {
    const { action } = await extended();
    for (const name of ['nope', 'constructor', '__proto__', 'toString', 'dispatchToAction', '']) {
      const error = await failureOf(action(name));
      expect(error).toBeInstanceOf(CapabilityInputError);
      expect(error).toMatchObject({ fieldsInvalid: ['action'] });
    }
  });

  bench.proves(
    'R56',
    'an override of a handler runs without being declared again, and null takes an action away',
    async () => {
      const changed = await bench.load('ChangedCapability');
      expect(await changed.action('ping')).toBe('pong, but louder');
      expect(await changed.action('shout', { text: 'a' })).toBe('A');
      expect(await failureOf(changed.action('echo'))).toMatchObject({ fieldsInvalid: ['action'] });
    },
  );

  async function extended() {
    const observed = await bench.load('ExtendedCapability');
    const action = (name: string, named?: object) => observed.action(name, named);
    return { capability: observed.capability, loaded: observed.loaded, action };
  }
}
