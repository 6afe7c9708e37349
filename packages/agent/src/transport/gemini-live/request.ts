import type { JsonObject } from '@helve/core';
import type { Setup, StepSetup } from '../../contract/transport.js';
import { toResponse } from '../gemini/result.js';
import type { SentResult, TransportLoss } from '../protocol.js';

/** Builds the configuration of a connection. A handle continues an earlier one; requesting handles costs nothing. */
export function toConfig(setup: Setup, config: JsonObject): JsonObject {
  return {
    ...config,
    ...(setup.instructions === '' ? {} : { systemInstruction: setup.instructions }),
    ...(offered(setup).length === 0 ? {} : { tools: toTools(setup) }),
    sessionResumption: setup.resumeHandle === undefined ? {} : { handle: setup.resumeHandle },
  };
}

/** Builds a change of a connected session's tools and instructions. */
export function toContextUpdate(setup: StepSetup & { readonly instructions?: string }): JsonObject {
  const { instructions = '' } = setup;
  return {
    ...(instructions === '' ? {} : { systemInstruction: instructions }),
    tools: { tools: toTools(setup) },
  };
}

/** Reports that Live sessions leave the choice to the model; one can only offer no tools. */
export function choiceLosses({ toolChoice, tools }: StepSetup): readonly TransportLoss[] {
  if (tools.length === 0 || toolChoice === 'auto' || toolChoice === 'none') return [];
  return [{ what: 'toolChoice', note: 'Gemini Live cannot force a tool call: the model may choose' }];
}

/** Builds the answer to a call; `SILENT` lets the model hear it without speaking. */
export function toFunctionResponse({ call, text, silent }: SentResult): JsonObject {
  return {
    id: call.id,
    name: call.name,
    response: toResponse(text),
    ...(silent ? { scheduling: 'SILENT' } : {}),
  };
}

function toTools(setup: StepSetup): JsonObject[] {
  const declarations = offered(setup);
  // The SDK changes the objects it is given.
  return declarations.length === 0 ? [] : [{ functionDeclarations: structuredClone(declarations) }];
}

function offered({ tools, toolChoice }: StepSetup): readonly JsonObject[] {
  return toolChoice === 'none' ? [] : tools;
}
