import {
  units,
  type BlockView,
  type Path,
  type Payload,
  type ReadonlySpan,
  type RunEdit,
  type Runs,
  type Side,
} from '@helve/flow';
import { DOCUMENT_ID } from '@helve/flow/content';
import { CodeDraft } from './code-draft.js';
import { textRuns } from '../redact/block-secrets.js';
import { noteKey, textAnnotations, textOverlays, textsIn, withTexts } from './payload-text.js';

/** Surfaces that may contain private data. */
export const surfaces = Object.freeze(['source', 'targets', 'notes', 'properties', 'alt-text', 'annotations'] as const);
export type Surface = (typeof surfaces)[number];

/** One field with content or a text. */
export interface Field {
  readonly surface: Surface;
  readonly units: readonly { readonly path: Path; readonly runs: Runs }[];
  readonly runs: Runs;
  /** True when the file holds it where its writer changes nothing. */
  readonly kept?: true;
  /** Side of the block's own content, which only a plan changes. */
  readonly side?: Side;
  /** Changes inside its codes; set for content. */
  readonly codes?: CodeDraft;
  /** Replaces the text; set for texts. */
  setText?(text: string): void;
  /** Replaces the content; set for content in payloads. */
  setRuns?(runs: Runs): void;
}

/** The fields of a block, and the function that writes changed payloads back once all of their texts are set. */
export interface BlockFields {
  readonly fields: readonly Field[];
  finish(): void;
}

/** Properties that readers derive from keys and marks of the file, which stay. */
const keptProperties: ReadonlySet<string> = new Set(['key', 'language', DOCUMENT_ID]);

/** Lists all fields of a block on the given surfaces. */
export function collectFields(view: BlockView, chosen: ReadonlySet<Surface>): BlockFields {
  const fields: Field[] = [];
  const drafts: PayloadDraft[] = [];
  const addPayload = (surface: Surface, payload: Payload | undefined, write: (payload: Payload) => void) => {
    if (payload === undefined) return;
    const draft = new PayloadDraft(surface, payload, write);
    drafts.push(draft);
    fields.push(...draft.fields);
  };
  const { variants } = view;
  if (chosen.has('source')) fields.push(...contentFields('source', view.source, { side: null }));
  for (const variant of chosen.has('targets') ? variants : []) {
    const runs = view.target(variant)?.runs;
    if (runs !== undefined) fields.push(...contentFields('targets', runs, { side: variant }));
  }
  if (chosen.has('notes')) {
    addPayload('notes', view.annotation(noteKey), (payload) => view.setAnnotation(noteKey, payload));
  }
  for (const key of chosen.has('properties') ? view.propertyKeys : []) {
    const field = textField('properties', view.property(key) ?? '', (text) => view.setProperty(key, text));
    fields.push(keptProperties.has(key) ? { ...field, kept: true } : field);
  }
  if (chosen.has('annotations')) {
    for (const key of textAnnotations) {
      addPayload('annotations', view.annotation(key), (payload) => view.setAnnotation(key, payload));
    }
    for (const side of [null, ...variants]) for (const type of textOverlays) addOverlay(view, type, side, addPayload);
  }
  return { fields, finish: () => drafts.forEach((draft) => draft.finish()) };
}

/** Joins the edits of some content with those of its codes. */
export function editsIn({ codes }: Field, edits: readonly RunEdit[]): readonly RunEdit[] {
  return codes === undefined ? edits : codes.joined(edits);
}

/** Creates the field of a plain text, such as a property. */
export function textField(surface: Surface, text: string, setText: (text: string) => void): Field {
  const runs = textRuns(text);
  return { surface, runs, units: [{ path: [], runs }], setText };
}

/** The texts of a payload, which is written back when one of them has changed. */
export class PayloadDraft {
  readonly fields: readonly Field[];
  readonly #payload: Payload;
  readonly #write: (payload: Payload) => void;
  readonly #values: (readonly [readonly (string | number)[], string | Runs])[] = [];

  constructor(surface: Surface, payload: Payload, write: (payload: Payload) => void) {
    this.#payload = payload;
    this.#write = write;
    const kept = payload['kept'] === true ? ({ kept: true } as const) : {};
    this.fields = textsIn(payload).flatMap(({ place, text, runs = [] }): readonly Field[] => {
      if (text !== undefined)
        return [{ ...textField(surface, text, (value) => this.#values.push([place, value])), ...kept }];
      return contentFields(surface, runs, { setRuns: (value) => this.#values.push([place, value]) });
    });
  }

  finish(): void {
    if (this.#values.length > 0) this.#write(withTexts(this.#payload, this.#values));
  }
}

/** Lists the texts in the codes of some content, and then the content itself, which changes with them. */
function contentFields(surface: Surface, runs: Runs, way: Pick<Field, 'side' | 'setRuns'>): readonly Field[] {
  const codes = new CodeDraft(surface, runs);
  return [...codes.fields, { surface, runs, units: units(runs), codes, ...way }];
}

type AddPayload = (surface: Surface, payload: Payload | undefined, write: (payload: Payload) => void) => void;

function addOverlay(view: BlockView, type: string, side: Side, add: AddPayload): void {
  add('annotations', view.overlayValue(type, side), (payload) => view.setOverlayValue(type, side, payload));
  for (const { id, value } of view.overlays(type, side)) {
    add('annotations', value, (payload) => {
      const spans = view.overlays(type, side);
      view.putSpans(
        type,
        side,
        spans.map((span): ReadonlySpan => (span.id === id ? { ...span, value: payload } : span)),
      );
    });
  }
}
