import type { Part } from '../../contract/part.js';
import { shownHint } from '../../view/new-block-view.js';

/** Copies a part for a remote tool, with pseudonyms instead of concealed ids, names and hints. */
export function pseudonymizePart(part: Part, shown: (text: string) => string): Part {
  switch (part.kind) {
    case 'block': {
      const { block } = part;
      const { id, name, displayHint, properties } = block;
      const hint = displayHint && shownHint(displayHint, shown);
      const fields = { id: shown(id), name: shown(name), properties: shownValues(properties, shown) };
      return { kind: 'block', block: { ...block, ...fields, ...(hint && { displayHint: hint }) } };
    }
    case 'layer-start': {
      const { layer } = part;
      const { id, name, parentId } = layer;
      const fields = { id: shown(id), name: shown(name), ...(parentId !== undefined && { parentId: shown(parentId) }) };
      return { kind: 'layer-start', layer: { ...layer, ...fields } };
    }
    case 'group-start':
      return { kind: 'group-start', group: { ...part.group, id: shown(part.group.id), name: shown(part.group.name) } };
    case 'layer-end':
    case 'group-end':
      return { kind: part.kind, id: shown(part.id) };
    case 'data':
      return { kind: 'data', data: { ...part.data, id: shown(part.data.id), name: shown(part.data.name) } };
    case 'media': {
      const { media } = part;
      const { id, uri, filename } = media;
      const fields = {
        ...(uri !== undefined && { uri: shown(uri) }),
        ...(filename !== undefined && { filename: shown(filename) }),
      };
      return { kind: 'media', media: { ...media, id: shown(id), ...fields } };
    }
    case 'raw-document':
    case 'custom':
      return part;
  }
}

/** Puts the original keys back into a part, other than a block, that was sent away. */
export function restoreKeys(part: Part, sent: Part): Part {
  if (part.kind === 'layer-start' && sent.kind === 'layer-start') {
    const { id, name, parentId } = sent.layer;
    return { ...part, layer: { ...part.layer, id, name, ...(parentId !== undefined && { parentId }) } };
  }
  if (part.kind === 'data' && sent.kind === 'data') {
    return { ...part, data: { ...part.data, id: sent.data.id, name: sent.data.name } };
  }
  if (part.kind === 'media' && sent.kind === 'media') {
    const { id, uri, filename } = sent.media;
    const own = { id, ...(uri !== undefined && { uri }), ...(filename !== undefined && { filename }) };
    return { ...part, media: { ...part.media, ...own } };
  }
  return part.kind === 'group-start' || part.kind === 'group-end' || part.kind === 'layer-end' ? sent : part;
}

/** Properties as they came back; one that nobody changed has its own value again. */
export function restoreProperties(
  back: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string>>,
  shown: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(back).map(([key, value]) => {
      const own = Object.hasOwn(sent, key) ? sent[key] : undefined;
      return [key, own !== undefined && shown(own) === value ? own : value];
    }),
  );
}

function shownValues(
  values: Readonly<Record<string, string>>,
  shown: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, shown(value)]));
}
