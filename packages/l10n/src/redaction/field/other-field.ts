import type { Data, Group, Layer, Media } from '@helve/flow';
import { PayloadDraft, textField, type Field, type Surface } from './field.js';
import type { FixedText } from '../redact/fixed-text.js';

/** The texts of a part that is not a block, with the name under which the vault keeps their secrets. */
export interface OtherFields {
  readonly scope: string;
  readonly fields: readonly Field[];
  /** Texts that stay, since they identify the part. */
  readonly kept: readonly FixedText[];
  finish(): void;
}

type Chosen = ReadonlySet<Surface>;

export function dataFields(data: Data, chosen: Chosen): OtherFields {
  const kept = toFixedTexts('data', data.id, data.name);
  return { scope: `data:${data.id}`, fields: propertyFields(data, chosen), kept, finish: () => undefined };
}

export function groupFields(group: Group, chosen: Chosen): OtherFields {
  const kept = toFixedTexts('group', group.id, group.name);
  return { scope: `group:${group.id}`, fields: propertyFields(group, chosen), kept, finish: () => undefined };
}

export function mediaFields(media: Media, chosen: Chosen): OtherFields {
  const { altText } = media;
  const alt =
    altText === undefined || !chosen.has('alt-text')
      ? []
      : [textField('alt-text', altText, (text) => void (media.altText = text))];
  return {
    scope: `media:${media.id}`,
    fields: [...alt, ...propertyFields(media, chosen)],
    kept: toFixedTexts('media', media.id, media.uri ?? '', media.filename ?? ''),
    finish: () => undefined,
  };
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
    kept: toFixedTexts('layer', layer.id, layer.name),
    finish: () => drafts.forEach((draft) => draft.finish()),
  };
}

function toFixedTexts(kind: string, ...texts: readonly string[]): readonly FixedText[] {
  return texts.map((text) => ({ place: `${kind} name`, text }));
}

function propertyFields({ properties }: Pick<Data, 'properties'>, chosen: Chosen): readonly Field[] {
  if (!chosen.has('properties')) return [];
  return Object.entries(properties).map(([key, text]) =>
    textField('properties', text, (changed) => void (properties[key] = changed)),
  );
}
