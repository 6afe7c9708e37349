import { useId, type ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  readonly title: string;
  readonly text: string;
  /** Rendering of the text, where it differs from the text itself. */
  readonly children?: ReactNode;
}

/** A text with a title and a button to copy it. */
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
