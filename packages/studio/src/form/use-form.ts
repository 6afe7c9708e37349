import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Issue } from '../wire/wire.js';
import { newDraft, toDraft, type Draft } from './draft.js';
import type { Field } from './field.js';
import { placeIssues, type PlacedIssues } from './place-issues.js';
import { readDraft, type DraftValue } from './read-draft.js';

/** A form with its contents. */
export interface Form {
  readonly field: Field;
  readonly draft: Draft;
  /** The whole input as JSON, while it is edited as JSON. */
  readonly json: string | undefined;
  readonly reading: DraftValue;
  readonly issues: PlacedIssues;
  readonly change: (draft: Draft) => void;
  readonly changeJson: (json: string) => void;
  /** Switches between fields and JSON. */
  readonly turn: () => void;
  /** Fills in a value; one that the fields cannot hold is filled in as JSON. */
  readonly fill: (value: unknown) => void;
  /** Shows issues, and moves the focus to the first. */
  readonly show: (issues: readonly Issue[]) => void;
  /** Ref of the element around the fields. */
  readonly box: RefObject<HTMLFormElement | null>;
}

interface Held {
  readonly draft: Draft;
  readonly json: string | undefined;
}

/** Holds the state of a form; issues stay visible until the next check. */
export function useForm(field: Field, initial?: unknown): Form {
  const box = useRef<HTMLFormElement>(null);
  const [held, setHeld] = useState<Held>(() => begin(field, initial));
  const [shown, setShown] = useState<readonly Issue[]>([]);
  const { draft, json } = held;
  const reading = useMemo(() => (json === undefined ? readDraft(field, draft) : readJson(json)), [field, draft, json]);
  const issues = useMemo(() => placeIssues(shown, reading.pointers), [shown, reading]);

  // Once the issues are rendered, however long that took.
  useEffect(() => {
    if (shown.length > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [shown]);

  function turn() {
    setShown([]);
    if (json === undefined) return setHeld({ draft, json: print(reading.value) });
    const back = reading.issues.length === 0 ? toDraft(field, reading.value) : undefined;
    if (back !== undefined) return setHeld({ draft: back, json: undefined });
    setShown(
      reading.issues.length > 0 ? reading.issues : [{ pointer: '', message: 'This value does not fit the fields' }],
    );
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
