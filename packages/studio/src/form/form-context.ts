import { createContext, useContext, type ComponentType } from 'react';
import type { Draft } from './draft.js';
import type { Field } from './field.js';
import type { PlacedIssues } from './place-issues.js';

/** Props of a field: the field, its draft and its pointer. */
export interface FieldProps<F extends Field = Field, D extends Draft = Draft> {
  readonly field: F;
  readonly draft: D;
  readonly pointer: string;
  readonly onChange: (draft: Draft) => void;
}

interface FormFacts {
  readonly issues: PlacedIssues;
  /** Renders any field; containers render their members with it. */
  readonly View: ComponentType<FieldProps>;
}

const FormContext = createContext<FormFacts>({ issues: new Map(), View: () => null });

export const FormProvider = FormContext.Provider;

/** Returns the issue of a field, if there is one. */
export function useIssue(pointer: string): string | undefined {
  return useContext(FormContext).issues.get(pointer);
}

export function useFieldView(): ComponentType<FieldProps> {
  return useContext(FormContext).View;
}
