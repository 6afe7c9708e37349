import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Issue } from '../wire/wire.js';
import { newDraft, toDraft, type Draft } from './draft.js';
import type { Field } from './field.js';
import { placeIssues, type PlacedIssues } from './place-issues.js';
import { readDraft, type DraftValue } from './read-draft.js';

/** A form and all that stands in it. */
export interface Form {
  readonly field: Field;
  readonly draft: Draft;
  /** The whole input as JSON, while it is written so. */
  readonly json: string | undefined;
  readonly reading: DraftValue;
  readonly issues: PlacedIssues;
  readonly change: (draft: Draft) => void;
  readonly changeJson: (json: string) => void;
  /** Goes from fields to JSON, or back. */
  readonly turn: () => void;
  /** Puts a value in; one that the fields cannot hold is put in as JSON. */
  readonly fill: (value: unknown) => void;
  /** Shows what is wrong, and moves the focus to the first of it. */
  readonly show: (issues: readonly Issue[]) => void;
  /** For the element around the fields. */
  readonly box: RefObject<HTMLFormElement | null>;
}

interface Held {
  readonly draft: Draft;
  readonly json: string | undefined;
}

/** Holds a form; what is wrong stays on show until it is checked again. */
export function useForm(field: Field, initial?: unknown): Form {
  const box = useRef<HTMLFormElement>(null);
  const [held, setHeld] = useState<Held>(() => begin(field, initial));
  const [shown, setShown] = useState<readonly Issue[]>([]);
  const { draft, json } = held;
  const reading = useMemo(() => (json === undefined ? readDraft(field, draft) : readJson(json)), [field, draft, json]);
  const issues = useMemo(() => placeIssues(shown, reading.pointers), [shown, reading]);

  // Once what is wrong is drawn, however long that took.
  useEffect(() => {
    if (shown.length > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);

  function turn() {
    setShown([]);
    if (json === undefined) return setHeld({ draft, json: print(reading.value) });
    const back = reading.issues.length === 0 ? toDraft(field, reading.value) : undefined;
    if (back !== undefined) return setHeld({ draft: back, json: undefined });
    setShown(reading.issues.length > 0 ? reading.issues : [{ pointer: '', message: 'The fields cannot hold this' }]);
  }

  return {
    field,
    draft,
    json,
    reading,
    issues,
    change: (next) => setHeld({ draft: next, json: undefined }),
    changeJson: (next) => setHeld({ draft, json: next }),
    turn,
    fill: useCallback(
      (value: unknown) => {
        setShown([]);
        setHeld(begin(field, value));
      },
      [field],
    ),
    show: setShown,
    box,
  };
}

function begin(field: Field, value: unknown): Held {
  if (value === undefined) return { draft: newDraft(field), json: undefined };
  const draft = toDraft(field, value);
  return draft === undefined ? { draft: newDraft(field), json: print(value) } : { draft, json: undefined };
}

function print(value: unknown): string {
  return JSON.stringify(value ?? {}, undefined, 2);
}

function readJson(json: string): DraftValue {
  const pointers = new Set(['']);
  try {
    return { value: JSON.parse(json) as unknown, issues: [], pointers };
  } catch (error) {
    const message = error instanceof Error ? `Not valid JSON: ${error.message}` : 'Not valid JSON';
    return { value: undefined, issues: [{ pointer: '', message }], pointers };
  }
}
