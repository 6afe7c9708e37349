import type { PropertySchema } from '@helve/flow';
import { limitProperties } from '../format-option.js';

/** Limits that every package has. */
export interface PackageOptions {
  readonly maxBytes: number;
  readonly maxMemberBytes: number;
}

/** Schema of the limits of packages. */
export const packageProperties = {
  maxBytes: limitProperties.maxBytes,
  maxMemberBytes: {
    type: 'integer',
    minimum: 1,
    default: 64 * 1024 * 1024,
    description: 'Maximum unpacked size of a member of the package, in bytes; a larger one is refused.',
  },
} as const satisfies Record<string, PropertySchema>;
