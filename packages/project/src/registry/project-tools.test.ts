import { defineTool } from '@helve/core';
import { expect, test } from 'vitest';
import { ProjectTools, type LaterTool } from './project-tools.js';

const tool = (id: string, description = 'Does it') =>
  defineTool({ id, description, version: '1.0.0', inputSchema: { type: 'object' }, execute: () => null });

function later(id: string, made: string[] = []): LaterTool {
  return { id, make: () => (made.push(id), tool(id)) };
}

function versionOf(...tools: readonly (LaterTool | ReturnType<typeof tool>)[]): string {
  const registry = new ProjectTools();
  for (const one of tools) {
    if ('make' in one) registry.addLater(one);
    else registry.addInline(one);
  }
  return registry.seal().version;
}

test('a tool that is added for later is made once, when it is asked for, and frozen', () => {
  const made: string[] = [];
  const registry = new ProjectTools();
  registry.addInline(tool('own'));
  registry.addLater(later('count', made));
  registry.addLater(later('check', made));
  registry.seal();
  expect([registry.size, made]).toEqual([3, []]);
  expect(registry.get('count')?.inputSchema).toBe(registry.get('count')?.inputSchema);
  expect(Object.isFrozen(registry.get('count')?.inputSchema)).toBe(true);
  expect(made).toEqual(['count']);
  expect(registry.contracts().map(({ id }) => id)).toEqual(['own', 'count', 'check']);
});

test('an id is taken, whichever way the other tool came', () => {
  const registry = new ProjectTools();
  registry.addInline(tool('own'));
  expect(() => registry.addLater(later('own'))).toThrow('own');
});

test('the version follows from the contracts of a project, in any order', () => {
  const version = versionOf(tool('own'), tool('other'));
  expect(version).toMatch(/^1\.0\.[0-9a-f]{8}$/);
  expect(versionOf(tool('other'), tool('own'))).toBe(version);
  expect(versionOf(tool('own', 'Does more'), tool('other'))).not.toBe(version);
  expect(versionOf(tool('own'))).not.toBe(version);
});

test('the version is the same however many tools of Helve are there, since its own version stands for them', () => {
  const version = versionOf(tool('own'), later('a'), later('b'));
  expect(versionOf(later('b'), tool('own'), later('a'))).toBe(version);
  expect(versionOf(tool('own'), later('a'))).toBe(version);
});
