import type { ToolInvokeContext } from '../contract/context.js';
import type { ToolDefinition } from './tool-definition.js';
import { getDefinition } from './tool-metadata.js';

// A decorator cannot change the type of its class: only so `MyTool.getDefinition?.()` compiles.
declare global {
  interface Function {
    /** There on classes that `@Tool` decorates. */
    readonly getDefinition?: () => ToolDefinition | undefined;
  }
}

/** The base of every decorated class: constructed and run with the validated arguments. */
export class ToolComponent {
  // eslint-disable-next-line no-useless-constructor -- it declares what subclasses may be constructed with
  constructor(..._args: unknown[]) {}

  static getDefinition(): ToolDefinition | undefined {
    return getDefinition(this);
  }

  /** A decorated class with a base of its own does not inherit from here, and is a `ToolComponent` all the same. */
  static [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    if (this !== ToolComponent || typeof value !== 'object' || value === null) return false;
    return getDefinition(value.constructor) !== undefined;
  }

  async run(_params?: unknown, _ctx?: ToolInvokeContext): Promise<unknown> {
    return undefined;
  }
}
