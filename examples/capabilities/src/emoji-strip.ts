import { editText, flowTool, schemaFrom, units, unitText, type ToolEntry, type ToolMeta } from '@helve/flow';

const meta: ToolMeta = {
  id: 'emoji-strip',
  version: '1.0.0',
  category: 'transform',
  displayName: 'Strip emoji',
  description: 'Takes emoji out of the source, for systems that cannot show them.',
  cardinality: 'monolingual',
  consumes: [],
  produces: [{ type: 'source', side: 'source' }],
  writesOutput: true,
};

const schema = schemaFrom(
  {
    type: 'object',
    properties: {
      keep: { type: 'array', items: { type: 'string' }, default: [], description: 'Emoji that stay.' },
    },
  },
  meta,
);

/** A picture, or two letters that make a flag, with everything that is joined to it; and one space before. */
const emoji =
  / ?((?:\p{RI}{2}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\p{EMod}|\uFE0F|\u200D\p{Extended_Pictographic})*)/gu;

/** A flow tool as it would be in any program; that it runs in a worker does not show. */
export const emojiStrip: ToolEntry<{ readonly keep: readonly string[] }> = {
  name: 'emoji-strip',
  schema,
  factory: ({ keep } = { keep: [] }) =>
    flowTool({
      meta,
      schema,
      transform(view, ctx) {
        const edits = units(view.source).flatMap(({ path, runs }) => {
          const changes = emojiIn(unitText(runs), keep);
          if (changes.length > 0) ctx.report({ emoji: changes.length });
          return changes.length === 0 ? [] : (editText(view.source, path, changes).edits ?? []);
        });
        return edits.length === 0 ? null : { source: { edits } };
      },
    }),
};

/** Where emoji stand, in code points. */
function emojiIn(text: string, keep: readonly string[]): { start: number; end: number; text: '' }[] {
  return [...text.matchAll(emoji)]
    .filter(([, sign = '']) => !keep.includes(sign))
    .map(({ 0: found, index }) => {
      const start = codePoints(text.slice(0, index));
      return { start, end: start + codePoints(found), text: '' };
    });
}

function codePoints(text: string): number {
  return Array.from(text).length;
}
