interface FieldBase {
  readonly label: string;
  readonly hint: string | undefined;
  /** Its container cannot be sent without it. */
  readonly required: boolean;
  /** Left empty where it is required, it is sent as `null`. */
  readonly nullable: boolean;
  /** What it holds at first; `undefined` for nothing. */
  readonly initial: unknown;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly inputType: 'text' | 'date' | 'email' | 'url' | 'password';
  readonly multiline: boolean;
  readonly maxLength: number | undefined;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  /** What fits, in words. */
  readonly range: string | undefined;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly { readonly json: string; readonly label: string }[];
}

/** Only one value fits: shown, not asked. */
export interface FixedField extends FieldBase {
  readonly kind: 'fixed';
}

export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly item: Field;
  readonly minItems: number;
  readonly maxItems: number;
}

export interface ObjectField extends FieldBase {
  readonly kind: 'object';
  readonly members: readonly { readonly name: string; readonly field: Field }[];
  /** The field of members with names of their own, where such may be added. */
  readonly others: Field | undefined;
}

/** One of several shapes. */
export interface VariantField extends FieldBase {
  readonly kind: 'variant';
  readonly variants: readonly Field[];
}

/** Whatever has no better form: written as JSON. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
}

/** One question of a form, as data. */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | FixedField
  | ListField
  | ObjectField
  | VariantField
  | JsonField;
