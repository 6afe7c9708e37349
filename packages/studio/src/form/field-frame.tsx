import { useId, type ReactNode, type RefObject } from 'react';
import type { Field } from './field.js';
import { useIssue } from './form-context.js';

/** Props that tie a control to its label, hint and problem. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

interface FrameProps {
  readonly field: Field;
  readonly pointer: string;
  readonly note?: string | undefined;
  /** True when the label stands behind the control. */
  readonly inline?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label before it, and its hint and problem after it. */
export function FieldFrame({ field, pointer, note, inline = false, children }: FrameProps) {
  const id = useId();
  const issue = useIssue(pointer);
  const hint =
    note === undefined ? (field.hint ?? '') : [field.hint?.replace(/\.$/, ''), note].filter(Boolean).join(' · ');
  const described = [hint !== '' && `${id}-hint`, issue !== undefined && `${id}-issue`].filter(Boolean).join(' ');
  const control = children({
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': issue === undefined ? undefined : true,
    'aria-required': isRequired(field) ? true : undefined,
  });
  return (
    <div className={inline ? 'field inline' : 'field'} data-pointer={pointer}>
      {inline && control}
      <label htmlFor={id}>
        {field.label}
        {isRequired(field) && !inline && <RequiredMark />}
      </label>
      {!inline && control}
      {hint !== '' && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Problem id={`${id}-issue`} text={issue} />
    </div>
  );
}

interface GroupProps {
  readonly field: Field;
  readonly pointer: string;
  readonly box?: RefObject<HTMLFieldSetElement | null>;
  readonly children: ReactNode;
}

/** Several controls in a frame, with their label and hint before them and their problem after them. */
export function GroupFrame({ field, pointer, box, children }: GroupProps) {
  const id = useId();
  const issue = useIssue(pointer);
  return (
    <fieldset
      ref={box}
      className="field group"
      data-pointer={pointer}
      aria-invalid={issue === undefined ? undefined : true}
      aria-describedby={issue === undefined ? undefined : `${id}-issue`}
      tabIndex={-1}
    >
      <legend>
        {field.label}
        {isRequired(field) && <RequiredMark />}
      </legend>
      {field.hint !== undefined && <p className="hint">{field.hint}</p>}
      {children}
      <Problem id={`${id}-issue`} text={issue} />
    </fieldset>
  );
}

/** True where an empty field would be refused. */
export function isRequired({ required, nullable }: Field): boolean {
  return required && !nullable;
}

function RequiredMark() {
  return <span className="required"> required</span>;
}

export function Problem({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="problem" id={id}>
      {text}
    </p>
  );
}
