import type { Layer } from '@helve/flow';
import type { ReadContext, TextForm } from '@helve/flow/content';
import { rootLayerId } from './read-embedded.js';

/** Facts of a format about the layer that it reads. */
export interface LayerFacts {
  readonly format: string;
  readonly mimeType: string;
  readonly form: TextForm;
  readonly multilingual?: boolean;
  readonly properties?: Record<string, string>;
}

/** Creates the layer of a document, in a file or in a value, and sets the text form of the skeleton. */
export function rootLayer(facts: LayerFacts, ctx: ReadContext): Layer {
  const { format, mimeType, form } = facts;
  if (ctx.skeleton) ctx.skeleton.textForm = form;
  return {
    id: rootLayerId,
    name: ctx.document,
    format,
    locale: ctx.sourceLocale,
    encoding: form.encoding,
    mimeType,
    lineBreak: form.lineBreak,
    bom: form.bom,
    multilingual: facts.multilingual ?? false,
    ...(ctx.parentId === undefined ? {} : { parentId: ctx.parentId }),
    properties: facts.properties ?? {},
    overlays: [],
    annotations: {},
  };
}
