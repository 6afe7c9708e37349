import { type Issue, type JsonObject, pointerTo } from '@helve/core';
import { readLocale } from '../locale/read-locale.js';
import { validateConfig } from '../tool/apply-config.js';
import { checkPathValue, pathsIn } from '../tool/path-parameter.js';
import type { ToolInfo } from '../tool/tool-info.js';

/** Everything wrong with a config that a file holds: its schema, secrets, locales and paths. */
export function checkConfig(info: ToolInfo, config: JsonObject): Issue[] {
  const secrets = checkSecrets(info, config);
  // Messages repeat wrong values, which must not happen to a secret.
  const spoken = new Set(secrets.map(({ pointer }) => pointer));
  return [
    ...validateConfig(info.schema, config).filter(({ pointer }) => !spoken.has(pointer)),
    ...secrets,
    ...checkLocales(info, config),
    ...checkPaths(info, config),
  ];
}

/** A secret comes by reference, never in a file. */
function checkSecrets({ schema }: ToolInfo, config: JsonObject): Issue[] {
  return Object.entries(schema.properties)
    .filter(([name, property]) => property['x-secret'] === true && config[name] !== undefined)
    .map(([name]) => ({
      pointer: pointerTo('', name),
      keyword: 'x-secret',
      message: `"${name}" is a secret and is not read from a file`,
      suggestion: 'Name a stored one instead (credential: NAME)',
    }));
}

function checkLocales({ schema }: ToolInfo, config: JsonObject): Issue[] {
  return Object.entries(schema.properties)
    .filter(([, property]) => property['x-locale'] !== undefined)
    .flatMap(([name]) => tagsIn(config[name], pointerTo('', name)))
    .filter(([, tag]) => readLocale(tag) === undefined)
    .map(([pointer, tag]) => ({ pointer, keyword: 'x-locale', message: `"${tag}" is not a BCP 47 locale` }));
}

function tagsIn(value: unknown, pointer: string): (readonly [string, string])[] {
  // An empty text means that none is given.
  if (typeof value === 'string') return value === '' ? [] : [[pointer, value]];
  return Array.isArray(value) ? value.flatMap((tag, index) => tagsIn(tag, pointerTo(pointer, index))) : [];
}

function checkPaths({ schema }: ToolInfo, config: JsonObject): Issue[] {
  return pathsIn(schema, config).flatMap(([pointer, text]) => {
    const problem = checkPathValue(text);
    return problem === undefined ? [] : [{ pointer, keyword: 'x-path', message: `Cannot use "${text}": ${problem}` }];
  });
}
