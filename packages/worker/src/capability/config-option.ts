import type { Json, JsonObject } from '@helve/core';

/** One option as an author may write it. */
export interface ConfigOptionSource {
  readonly value: Json;
  readonly label: string;
  readonly metadata?: JsonObject;
}

/** Options of one field as an author may write them. */
export interface FieldOptionsSource {
  readonly options: readonly ConfigOptionSource[];
  readonly constraints?: JsonObject;
}

/** One value that a field of the configuration currently accepts. */
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

/** Values that a field currently accepts; constraints may refer to other fields. */
export class FieldOptions implements FieldOptionsSource {
  readonly options: readonly ConfigOption[];
  readonly constraints: JsonObject;

  constructor({ options, constraints = {} }: FieldOptionsSource) {
    this.options = options.map((option) => new ConfigOption(option));
    this.constraints = constraints;
  }
}
