import { CapabilityError, type CapabilityErrorOptions } from './capability-error.js';
import { textList } from './field-readers.js';

export interface InputErrorOptions extends CapabilityErrorOptions {
  /** Names or JSON pointers of the fields to change. */
  readonly fieldsInvalid?: readonly string[] | undefined;
}

export interface ConfigErrorOptions extends InputErrorOptions {
  readonly configClassName?: string | undefined;
}

/** The request is invalid; a changed request may succeed. */
export class CapabilityInputError extends CapabilityError {
  static override readonly code: string = 'INPUT';
  readonly fieldsInvalid: readonly string[];

  constructor(message: string, options: InputErrorOptions = {}) {
    super(message, options);
    this.fieldsInvalid = textList(options.fieldsInvalid);
  }
}

/** The configuration or environment of a capability is invalid. */
export class CapabilityConfigError extends CapabilityInputError {
  static override readonly code: string = 'CONFIG';
  readonly configClassName: string | undefined;

  constructor(message: string, options: ConfigErrorOptions = {}) {
    super(message, options);
    this.configClassName = options.configClassName;
  }
}

/** The instance is disabled. */
export class CapabilityDisabledError extends CapabilityInputError {
  static override readonly code: string = 'DISABLED';
}
