import { isPlainObject, type JsonSchemaObject } from '@helve/core';
import {
  called,
  checkMembers,
  flag,
  listShape,
  membersSchema,
  text,
  type Check,
  type Members,
  type Shape,
} from './shape.js';

/** Tools that one door offers. */
export interface DoorExposure {
  /** The tools that come with Helve: all, none, or those of a list. */
  readonly builtIn?: boolean | readonly string[];
  /** Of the project's own tools only these; `*` stands for any characters. */
  readonly allow?: readonly string[];
  /** Names that are always hidden; `*` matches any characters. */
  readonly deny?: readonly string[];
}

/** The doors at which tools are offered. */
export const exposingDoors = ['mcp', 'http', 'chat'] as const;
export type ExposingDoor = (typeof exposingDoors)[number];

/** Tools that each door offers. */
export type Exposure = { readonly [D in ExposingDoor]?: DoorExposure };

const ids = listShape('a list of tool ids', text);
const builtIn: Shape = {
  wanted: 'true, false or a list of tool ids',
  holds: (value) => flag.holds(value) || ids.holds(value),
  schema: { anyOf: [flag.schema, ids.schema] },
};
const doorMembers: Members = { builtIn, allow: ids, deny: ids };
const door = called('an object with builtIn, allow and deny', {
  wanted: '',
  holds: isPlainObject,
  schema: membersSchema(doorMembers),
});
const exposeMembers: Members = Object.fromEntries(exposingDoors.map((name) => [name, door]));

export const exposeSchema: JsonSchemaObject = membersSchema(exposeMembers);

export const checkExpose: Check = (value, where) => {
  const findings = checkMembers(value, where, exposeMembers);
  if (!isPlainObject(value)) return findings;
  const ofDoors = exposingDoors.flatMap((name) =>
    isPlainObject(value[name]) ? checkMembers(value[name], `${where}.${name}`, doorMembers) : [],
  );
  return [...findings, ...ofDoors];
};
