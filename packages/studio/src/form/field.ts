interface FieldBase {
  readonly label: string;
  readonly hint: string | undefined;
  /** True when its container cannot be sent without it. */
  readonly required: boolean;
  /** True when it is sent as `null` if it is required and left empty. */
  readonly nullable: boolean;
  /** Initial value; `undefined` for none. */
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
  /** Allowed values, in words. */
  readonly range: string | undefined;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly { readonly json: string; readonly label: string }[];
}

/** A field with one possible value, which is shown and not asked for. */
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
  /** Field of additional members, where they are allowed. */
  readonly others: Field | undefined;
}

/** A field with one of several shapes. */
export interface VariantField extends FieldBase {
  readonly kind: 'variant';
  readonly variants: readonly Field[];
}

/** A field that is edited as JSON, where no better form exists. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
}

/** A field of a form, as data. */
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
