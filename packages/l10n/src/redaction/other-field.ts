import type { Data, Layer, Media } from '@helve/flow';
import { PayloadDraft, textField, type Field, type Surface } from './field.js';

/** The texts of a part that is no block, with the name under which the vault keeps what was in them. */
export interface OtherFields {
  readonly scope: string;
  readonly fields: readonly Field[];
  finish(): void;
}

type Chosen = ReadonlySet<Surface>;

export function dataFields(data: Data, chosen: Chosen): OtherFields {
  return { scope: `data:${data.id}`, fields: propertyFields(data, chosen), finish: () => undefined };
}

export function mediaFields(media: Media, chosen: Chosen): OtherFields {
  const { altText } = media;
  const alt =
    altText === undefined || !chosen.has('alt-text')
      ? []
      : [textField('alt-text', altText, (text) => void (media.altText = text))];
  return { scope: `media:${media.id}`, fields: [...alt, ...propertyFields(media, chosen)], finish: () => undefined };
}

export function layerFields(layer: Layer, chosen: Chosen): OtherFields {
  const drafts = Object.entries(layer.annotations).flatMap(([key, payload]) => {
    const surface = key === 'note' ? 'notes' : 'annotations';
    if (!chosen.has(surface)) return [];
    return [new PayloadDraft(surface, payload, (changed) => void (layer.annotations[key] = changed))];
  });
  return {
    scope: `layer:${layer.id}`,
    fields: [...propertyFields(layer, chosen), ...drafts.flatMap(({ fields }) => fields)],
    finish: () => drafts.forEach((draft) => draft.finish()),
  };
}

function propertyFields({ properties }: Pick<Data, 'properties'>, chosen: Chosen): readonly Field[] {
  if (!chosen.has('properties')) return [];
  return Object.entries(properties).map(([key, text]) =>
    textField('properties', text, (changed) => void (properties[key] = changed)),
  );
}
