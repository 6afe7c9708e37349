import { isPlainObject, type Json } from '@helve/core';
import { planSteps } from '../binding/plan-steps.js';
import type { JobUnit } from '../contract/engine.js';
import type { FlowPlan } from '../contract/plan.js';
import type { DocumentResult } from '../engine/report/run-report.js';

/** Input of a unit: the documents that it is about. */
interface DocumentUnitInput {
  readonly documents: readonly string[];
}

/** Output of a unit: the results of its documents, in their order. */
interface DocumentUnitOutput {
  readonly results: readonly DocumentResult[];
}

/** True when documents of a run wait for each other at some step. */
export function documentsMeet(plan: FlowPlan): boolean {
  return planSteps(plan).some(({ contract }) => contract.barrier === 'run');
}

/** Plans the units of a run: one for each document, or a single one where documents meet. */
export function planDocumentUnits(plan: FlowPlan, documents: readonly string[]): readonly JobUnit[] {
  const toUnit = (id: string, some: readonly string[]): JobUnit => ({ id, input: { documents: [...some] } });
  if (documentsMeet(plan)) return [toUnit('all', documents)];
  return documents.map((document, at) => toUnit(`f${at + 1}`, [document]));
}

/** The documents of a unit. */
export function documentsOf(input: Json): readonly string[] {
  return isUnitInput(input) ? input.documents : [];
}

/** Converts results to the output of their unit. */
export function toUnitOutput(results: readonly DocumentResult[]): Json {
  // Results are plain data, as threads send them; absent fields are left out.
  return JSON.parse(JSON.stringify({ results } satisfies DocumentUnitOutput)) as Json;
}

/** The results in the output of a unit. */
export function resultsOf(output: unknown): readonly DocumentResult[] {
  return isUnitOutput(output) ? output.results : [];
}

function isUnitInput(input: unknown): input is DocumentUnitInput {
  return isPlainObject(input) && Array.isArray(input['documents']);
}

function isUnitOutput(output: unknown): output is DocumentUnitOutput {
  return isPlainObject(output) && Array.isArray(output['results']);
}
