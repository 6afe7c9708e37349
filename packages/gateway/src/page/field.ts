/** One control of a form, as data: what is asked, and what it may hold. */
interface FieldBase {
  /** JSON pointer to the value in the input. */
  readonly pointer: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly inputType: 'text' | 'date' | 'email' | 'url' | 'password';
  readonly multiline: boolean;
  readonly maxLength: number | undefined;
  readonly value: string;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number | 'any';
  readonly value: string;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  readonly checked: boolean;
  /** Sent even when off: it is required, or the default would be something else. */
  readonly alwaysSent: boolean;
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly { readonly json: string; readonly label: string }[];
  readonly chosen: string | undefined;
}

export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly itemType: 'string' | 'number' | 'boolean';
  readonly value: string;
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly fields: readonly Field[];
}

/** Whatever has no better form: written as JSON. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  readonly value: string;
}

export type Field = TextField | NumberField | BooleanField | ChoiceField | ListField | ObjectField | JsonField;
