import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import {
  codeFinderProperty,
  formatSchema,
  htmlValuesProperty,
  textProperties,
  type HtmlOptions,
  type TextOptions,
} from '../format-option.js';
import { maxLengthProperty, type MaxLengthOptions } from '../max-length.js';
import { xmlProperties } from '../xml/xml-option.js';
import { dialectNames, type DialectName } from './dialect.js';

/** Options of an Android resource file. */
export interface AndroidXmlOptions extends TextOptions, HtmlOptions, BadValueOptions, MaxLengthOptions {
  readonly maxExpansion: number;
  readonly dialect: DialectName;
}

const properties = {
  ...textProperties,
  maxExpansion: xmlProperties.maxExpansion,
  codeFinder: codeFinderProperty(['printf', 'html']),
  htmlValues: htmlValuesProperty,
  onBadValue: badValueProperty,
  maxLengthPattern: maxLengthProperty,
  dialect: {
    type: 'string',
    enum: [...dialectNames],
    default: 'android',
    description:
      'Rules for text: those of Android, or those of Compose Multiplatform and moko-resources, which keep quotes, know fewer escapes and resolve no references.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const androidXmlSchema = formatSchema('androidxml', 'Android string resources', properties);
