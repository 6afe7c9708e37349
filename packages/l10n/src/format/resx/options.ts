import type { PropertySchema } from '@helve/flow';
import { badValueProperty, type BadValueOptions } from '../bad-value.js';
import {
  codeFinderProperty,
  formatSchema,
  htmlValuesProperty,
  valueProperties,
  type HtmlOptions,
  type ValueOptions,
} from '../format-option.js';
import { maxLengthProperty, type MaxLengthOptions } from '../max-length.js';
import { xmlProperties } from '../xml/xml-option.js';

/** Options of a .NET resource file. */
export interface ResxOptions extends ValueOptions, HtmlOptions, BadValueOptions, MaxLengthOptions {
  readonly maxDepth: number;
  readonly maxExpansion: number;
  readonly encoding: string;
  readonly designerProperties: readonly string[];
}

/** Properties of controls whose values are no text, although they may be strings. */
const designerProperties = [
  'AccessibleRole',
  'Alignment',
  'Anchor',
  'AutoScaleBaseSize',
  'AutoScaleDimensions',
  'AutoScroll',
  'AutoSize',
  'BackgroundImageLayout',
  'CheckAlign',
  'ClientSize',
  'ColumnCount',
  'Cursor',
  'Dock',
  'Enabled',
  'FlatStyle',
  'FlowDirection',
  'Font',
  'ImageAlign',
  'ImageIndex',
  'ImageKey',
  'ImageScaling',
  'ImeMode',
  'LayoutSettings',
  'Localizable',
  'Location',
  'Margin',
  'MaximumSize',
  'MinimumSize',
  'Multiline',
  'Orientation',
  'Padding',
  'RightToLeft',
  'RowCount',
  'ScrollBars',
  'ShortcutKeys',
  'ShowShortcutKeys',
  'Size',
  'SizeMode',
  'StartPosition',
  'TabIndex',
  'TextAlign',
  'TextImageRelation',
  'TrayLocation',
  'Visible',
  'Width',
  'WordWrap',
];

const { encoding, maxDepth, maxExpansion } = xmlProperties;

const properties = {
  ...valueProperties,
  encoding,
  maxDepth,
  maxExpansion,
  codeFinder: codeFinderProperty(['dotnet', 'html']),
  htmlValues: htmlValuesProperty,
  onBadValue: badValueProperty,
  maxLengthPattern: maxLengthProperty,
  designerProperties: {
    type: 'array',
    items: { type: 'string' },
    default: designerProperties,
    description:
      'Properties of controls whose values are no text: names that end with a dot and one of these are left alone.',
  },
} as const satisfies Record<string, PropertySchema>;

/** Schema of the options. */
export const resxSchema = formatSchema('resx', '.NET resources', properties);
