import { toBlocks, toInlineTexts, type Block } from './to-blocks.js';

/** Documentation of a tool, rendered as text: it cannot inject elements. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      {toBlocks(text).map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h3' : 'h4';
      return (
        <Heading>
          <Spans text={block.text} />
        </Heading>
      );
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Spans text={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return <pre>{block.text}</pre>;
    case 'paragraph':
      return (
        <p>
          <Spans text={block.text} />
        </p>
      );
  }
}

function Spans({ text }: { readonly text: string }) {
  return toInlineTexts(text).map(({ kind, text: words }, index) => {
    if (kind === 'plain') return words;
    const Tag = kind;
    return <Tag key={index}>{words}</Tag>;
  });
}
