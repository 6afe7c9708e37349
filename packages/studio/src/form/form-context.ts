import { createContext, useContext, type ComponentType } from 'react';
import type { Draft } from './draft.js';
import type { Field } from './field.js';
import type { PlacedIssues } from './place-issues.js';

/** One question of a form, and what stands in it. */
export interface FieldProps<F extends Field = Field, D extends Draft = Draft> {
  readonly field: F;
  readonly draft: D;
  readonly pointer: string;
  readonly onChange: (draft: Draft) => void;
}

interface FormFacts {
  readonly issues: PlacedIssues;
  /** Draws any field: containers hold fields, and know no other way to draw them. */
  readonly View: ComponentType<FieldProps>;
}

const FormContext = createContext<FormFacts>({ issues: new Map(), View: () => null });

export const FormProvider = FormContext.Provider;

/** What is wrong at a place of the form, if anything is. */
export function useIssue(pointer: string): string | undefined {
  return useContext(FormContext).issues.get(pointer);
}

export function useFieldView(): ComponentType<FieldProps> {
  return useContext(FormContext).View;
}
