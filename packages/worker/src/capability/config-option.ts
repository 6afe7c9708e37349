import type { Json, JsonObject } from '@helve/core';

/** How an author may write one option: without metadata there is none. */
export interface ConfigOptionSource {
  readonly value: Json;
  readonly label: string;
  readonly metadata?: JsonObject;
}

/** How an author may write the options of one field. */
export interface FieldOptionsSource {
  readonly options: readonly ConfigOptionSource[];
  readonly constraints?: JsonObject;
}

/** One value that a field of the configuration may have at this moment. */
export class ConfigOption implements ConfigOptionSource {
  readonly value: Json;
  readonly label: string;
  readonly metadata: JsonObject;

  constructor({ value, label, metadata = {} }: ConfigOptionSource) {
    this.value = value;
    this.label = label;
    this.metadata = metadata;
  }
}

/** What a field may be set to at this moment; constraints may speak of other fields. */
export class FieldOptions implements FieldOptionsSource {
  readonly options: readonly ConfigOption[];
  readonly constraints: JsonObject;

  constructor({ options, constraints = {} }: FieldOptionsSource) {
    this.options = options.map((option) => new ConfigOption(option));
    this.constraints = constraints;
  }
}
