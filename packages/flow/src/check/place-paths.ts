import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import type { ToolInfo } from '../tool/tool-info.js';
import type { ToolCatalog } from './compile-env.js';

/** Moves the paths in a config, which begin at the file of its flow, to where the tools begin theirs. */
export type PlacePaths = (tool: ToolInfo, config: JsonObject) => JsonObject;

/** Creates the mover of a flow; undefined for a flow without a file, whose paths begin where those of the tools do. */
export function createPlacePaths(file: string | undefined, tools: ToolCatalog): PlacePaths | undefined {
  const { folder } = tools;
  if (file === undefined || folder === undefined) return undefined;
  const from = relative(folder, resolve(folder, dirname(file)));
  if (from === '') return undefined;
  const place: PlacePaths = ({ schema }, config) => {
    const entries = Object.entries(config).map(([name, value]): [string, Json] => {
      const property = schema.properties[name];
      if (property?.['x-path'] !== undefined) return [name, placeTexts(value, from)];
      return [name, property?.['x-steps'] === true ? placeSteps(value, tools, place) : value];
    });
    return Object.fromEntries(entries);
  };
  return place;
}

/** A list of steps inside of a config, whose paths begin at the same file. */
function placeSteps(value: Json, tools: ToolCatalog, place: PlacePaths): Json {
  if (Array.isArray(value)) return value.map((item: Json) => placeSteps(item, tools, place));
  if (!isPlainObject(value)) return value;
  const { tool, config } = value;
  const info = typeof tool === 'string' ? tools.get(tool) : undefined;
  if (info !== undefined && isPlainObject(config)) return { ...value, config: place(info, config) };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, placeSteps(member, tools, place)]));
}

/** Names of resources, absolute paths and those that begin with a variable stay. */
function placeTexts(value: Json, from: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => placeTexts(item, from));
  if (typeof value !== 'string' || value === '' || value.startsWith('${') || isAbsolute(value)) return value;
  if (/^[a-z][a-z0-9+.-]+:/is.test(value)) return value;
  return `${from.replaceAll(sep, '/')}/${value}`;
}
