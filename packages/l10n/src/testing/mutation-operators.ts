/** A way to break translations, as data. */
export interface MutationOperator {
  readonly name: string;
  /** Preparation of both sides, so that there is something to break. */
  readonly prepare?: 'number' | 'wrap' | 'message';
  /** One match of it in the target is replaced. */
  readonly pattern: string;
  readonly replacement: string;
  /** The rules of which one must find it. */
  readonly rules: readonly string[];
}

const placeholder = String.raw`(?<!%)%(?:\(\w+\)|\d+\$)?[\-+0]?\d*(?:\.\d+)?[sdfrxi](?!\w)|(?<!\{)\{[\w.]*(?:![rs])?(?::[^{}\s]*)?\}(?!\})`;
const invalid = 'placeholder.invalid';

/** The most frequent ways to break translations. */
export const mutationOperators: readonly MutationOperator[] = Object.freeze([
  {
    name: 'placeholder dropped',
    pattern: placeholder,
    replacement: '',
    rules: ['placeholder.missing', 'placeholder.type'],
  },
  { name: 'placeholder doubled', pattern: placeholder, replacement: '$& $&', rules: ['placeholder.extra'] },
  {
    name: 'placeholder retyped as a number',
    pattern: String.raw`(?<!%)%(\(\w+\)|\d+\$)?s(?!\w)`,
    replacement: '%$1d',
    rules: ['placeholder.type', 'placeholder.order', 'placeholder.missing'],
  },
  {
    name: 'placeholder retyped as a text',
    pattern: String.raw`(?<!%)%(\(\w+\)|\d+\$)?d(?!\w)`,
    replacement: '%$1s',
    rules: ['placeholder.type', 'placeholder.order', 'placeholder.missing'],
  },
  {
    name: 'placeholder renumbered',
    prepare: 'number',
    pattern: String.raw`%\d\$`,
    replacement: '%9$',
    rules: ['placeholder.missing'],
  },
  {
    name: 'placeholder renamed',
    pattern: String.raw`%\(\w+(?=\)[sd])|(?<![{\w])\{\w+(?=\}(?!\}))`,
    replacement: '$&x',
    rules: ['placeholder.missing'],
  },
  {
    name: 'placeholders reordered without positions',
    pattern: String.raw`(?<!%)(%s)(?!\w)(.*?)(%d|%\.\df)(?!\w)|(?<!%)(%d|%\.\df)(?!\w)(.*?)(%s)(?!\w)`,
    replacement: '$3$6$2$5$1$4',
    rules: ['placeholder.order', 'placeholder.type'],
  },
  {
    name: 'brace of a message lost',
    prepare: 'message',
    pattern: '[{}]',
    replacement: '',
    rules: [invalid, 'placeholder.missing'],
  },
  {
    name: 'category of a message lost',
    prepare: 'message',
    pattern: String.raw` (?:one|two|few|other) \{[^{}]*\}`,
    replacement: '',
    rules: [invalid, 'placeholder.plural-forms'],
  },
  {
    name: 'argument of a message renamed',
    prepare: 'message',
    pattern: String.raw`^\{n,`,
    replacement: '{anzahl,',
    rules: ['placeholder.missing'],
  },
  {
    name: 'tag lost',
    pattern: String.raw`<(\w+)(?: [^<>]*)?>([^<>]*)</\1>`,
    replacement: '$2',
    rules: ['placeholder.missing', 'qa.missing-code'],
  },
  {
    name: 'tag unclosed',
    pattern: String.raw`</\w+>`,
    replacement: '',
    rules: ['placeholder.nesting', 'placeholder.missing', 'qa.missing-code'],
  },
  {
    name: 'tags crossed',
    prepare: 'wrap',
    pattern: String.raw`(</(?!em)\w+>)([^]*)</em>$`,
    replacement: '</em>$2$1',
    rules: ['placeholder.nesting'],
  },
  {
    name: 'number changed',
    pattern: String.raw`(?<![\p{L}\p{N}_])\d+(?![\p{L}\p{N}_])`,
    replacement: '9$&',
    rules: ['qa.number-mismatch'],
  },
]);
