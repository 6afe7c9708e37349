import { useId, type ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  readonly title: string;
  readonly text: string;
  /** The text as it is shown, where that is more than the text. */
  readonly children?: ReactNode;
}

/** A text to read and to copy, under its title. */
export function CodeBlock({ title, text, children }: CodeBlockProps) {
  const id = useId();
  return (
    <div className="copyable">
      <div className="copyable-head">
        <span id={id}>{title}</span>
        <CopyButton text={text} what={title} />
      </div>
      <pre tabIndex={0} role="region" aria-labelledby={id}>
        <code>{children ?? text}</code>
      </pre>
    </div>
  );
}
