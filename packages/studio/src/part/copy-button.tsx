import { useEffect, useState } from 'react';

/** Copies a text, and says so. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [word, setWord] = useState('Copy');
  useEffect(() => {
    if (word === 'Copy') return undefined;
    const timer = setTimeout(() => setWord('Copy'), 1500);
    return () => clearTimeout(timer);
  }, [word]);

  async function copy(button: HTMLElement) {
    try {
      await navigator.clipboard.writeText(text);
      setWord('Copied');
    } catch {
      // Not every page may write to the clipboard; a selection is one keystroke away from it.
      const shown = button.closest('.copyable')?.querySelector('pre');
      if (shown) getSelection()?.selectAllChildren(shown);
      setWord('Selected');
    }
  }

  return (
    <button type="button" className="copy" onClick={(event) => void copy(event.currentTarget)}>
      {word}
      <span className="unseen"> {what}</span>
    </button>
  );
}
