import { frozenCopy } from '../json/deep-freeze.js';
import { ToolComponent } from './tool-component.js';
import type { ToolDefinition } from './tool-definition.js';
import { writeDefinition, type AnyClass } from './tool-metadata.js';

/** Marks a class as a tool. The class itself comes back, so nothing of it can get lost; works as a standard and as a legacy decorator. */
export function Tool(definition: ToolDefinition) {
  return <Class extends AnyClass>(target: Class, _context?: ClassDecoratorContext): Class => {
    writeDefinition(target, frozenCopy(definition));
    if (Object.getPrototypeOf(target) === Function.prototype) adopt(target);
    else equip(target);
    return target;
  };
}

/** A class without a base gets `ToolComponent` as its parent. */
function adopt(target: AnyClass): void {
  Object.setPrototypeOf(target, ToolComponent);
  Object.setPrototypeOf(target.prototype, ToolComponent.prototype);
}

/** A class with a base keeps its chain and only gets what it lacks. */
function equip(target: AnyClass): void {
  if (!('getDefinition' in target)) addMethod(target, 'getDefinition', ToolComponent.getDefinition);
  if (!('run' in target.prototype)) addMethod(target.prototype, 'run', ToolComponent.prototype.run);
}

function addMethod(owner: object, name: string, method: unknown): void {
  Object.defineProperty(owner, name, { value: method, configurable: true, writable: true });
}
