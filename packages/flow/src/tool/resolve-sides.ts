import type { JsonObject } from '@helve/core';
import type { IOPort } from '../contract/meta.js';
import { isSourcePort, isTargetPort, sourcePort, targetPort } from './port.js';
import type { Refinement, ResolveInfo } from './tool-info.js';

/** The ports of a tool that rewrites the source, the targets or both (`applySource`, `applyTarget`), once for all targets. */
export function resolveSides(config: JsonObject, { meta }: ResolveInfo): Refinement {
  const source = config['applySource'] === true;
  const target = config['applyTarget'] === true;
  return {
    cardinality: 'monolingual',
    consumes: [...withoutContent(meta.consumes), ...(target ? [source ? optional(targetPort) : targetPort] : [])],
    produces: [
      ...withoutContent(meta.produces),
      ...(source ? [sourcePort] : []),
      ...(target ? [optional(targetPort)] : []),
    ],
    ...(source || target ? {} : { diagnostics: [nothingToDo] }),
  };
}

const nothingToDo = Object.freeze({
  severity: 'error',
  message: '"applySource" and "applyTarget" are both off, so the step would do nothing',
  hint: 'Turn one of them on',
} as const);

function withoutContent(ports: readonly IOPort[]): IOPort[] {
  return ports.filter((port) => !isSourcePort(port) && !isTargetPort(port));
}

function optional(port: IOPort): IOPort {
  return { ...port, optional: true };
}

/** The setting by which a tool with sides works on the source, where it lacks targets to work on. */
export function sourceSetting(port: IOPort, config: JsonObject = {}): string | undefined {
  return isTargetPort(port) && config['applySource'] === false ? '"applySource" (--apply-source)' : undefined;
}
