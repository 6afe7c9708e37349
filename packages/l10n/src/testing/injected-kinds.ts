/** Formats into which errors are put. */
export type InjectedFormat = 'po' | 'json' | 'xliff' | 'xliff2';

/** A translated message, in the notation of its format. */
export interface SoundMessage {
  readonly format: InjectedFormat;
  readonly locale: string;
  readonly source: string;
  readonly target: string;
  readonly flags?: string | undefined;
}

/** A kind of error that people put into translations, as data. */
export interface InjectedKind {
  readonly name: string;
  readonly formats: readonly InjectedFormat[];
  /** The source must match it, so that there is something to break. */
  readonly source?: RegExp;
  /** Languages that the error is possible in; any unless given. */
  readonly locale?: RegExp;
  /** Breaks a target; the result equals it where the error is not possible. */
  mutate(message: SoundMessage): string;
}

const text: readonly InjectedFormat[] = ['po', 'json', 'xliff', 'xliff2'];
const withDirectives: readonly InjectedFormat[] = ['po', 'xliff', 'xliff2'];

function swap(
  name: string,
  formats: readonly InjectedFormat[],
  pattern: RegExp,
  replacement: string,
  facts: Pick<InjectedKind, 'source' | 'locale'> = {},
): InjectedKind {
  return { name, formats, ...facts, mutate: ({ target }) => target.replace(pattern, replacement) };
}

const directive = /(?<!%)%(?:\d+\$|\(\w+\))?l?[sdu](?!\w)/u;
const brace = /(?<![{,]\s*)\{[a-z_]+\}(?!\})/u;
const pair = /<(b|i|em|strong|a|g|pc)(?: [^<>]*)?>([^<>]*)<\/\1>/u;
const number = /(?<![\p{L}\p{N}_%.,-])\d{2,}(?![\p{L}\p{N}_%.,])/u;

/** The kinds of errors, most frequent first in each group. */
export const injectedKinds: readonly InjectedKind[] = Object.freeze([
  swap('a directive is lost', withDirectives, directive, ''),
  swap('a directive is repeated', withDirectives, directive, '$& $&'),
  swap('a text became a number', withDirectives, /(?<!%)%((?:\d+\$|\(\w+\))?)s(?!\w)/u, '%$1d', { source: /%(?!\()/ }),
  swap('a number became a text', withDirectives, /(?<!%)%((?:\d+\$)?)d(?!\w)/u, '%$1s'),
  swap('the size of a number changed', ['po'], /(?<!%)%d(?!\w)/u, '%ld'),
  swap('a position changed', withDirectives, /%\d\$/u, '%9$'),
  swap('directives changed places', ['po'], /(%s)(.*?)(%d)|(%d)(.*?)(%s)/su, '$3$6$2$5$1$4'),
  swap('a name in a directive changed', withDirectives, /%\((\w+)\)/u, '%($1x)'),
  swap('the type of a named directive is lost', ['po'], /(%\(\w+\))s/u, '$1'),
  swap('a percent sign lost its double', ['po'], /%%/u, '%'),
  swap('a space is in a directive', withDirectives, /(?<!%)%s(?!\w)/u, '% s'),
  swap('a directive has a letter of another script', ['po'], /(?<!%)%s(?!\w)/u, '%с', { locale: /^ru/ }),
  swap('a directive has a full-width sign', withDirectives, /(?<!%)%s(?!\w)/u, '％s'),
  swap('a name in braces changed', text, brace, '{nombre}', { source: /\{[a-z_]+\}/ }),
  swap('a name in braces is lost', text, brace, '', { source: /\{[a-z_]+\}/ }),
  swap('a brace is not closed', text, /(?<![{,]\s*)(\{[a-z_]+)\}(?!\})/u, '$1', { source: /\{[a-z_]+\}/ }),
  swap('a pair of tags is lost', text, pair, '$2', { source: pair }),
  swap('a tag is not closed', ['po', 'json'], /<\/\w+>/u, '', { source: pair }),
  swap('a tag is not opened', ['po', 'json'], /<[a-z]+(?: [^<>]*)?>(?=[^<>]*<\/)/u, '', { source: pair }),
  swap('a tag has another name', ['po', 'json'], /<b>([^<>]*)<\/b>/u, '<bold>$1</bold>'),
  swap('tags are crossed', ['po', 'json'], /(<\/[a-z]+>)([^<>]*)(<\/[a-z]+>)/u, '$3$2$1'),
  swap('a break is lost', ['po', 'json'], /<br ?\/?>/u, ' '),
  swap('a number changed', text, number, '9$&', { source: number }),
  swap('a number is lost', text, number, '', { source: number }),
  swap('digits changed places', text, /(?<![\p{L}\p{N}_%.,-])([1-9])(?!\1)(\d)(?![\p{L}\p{N}_%.,])/u, '$2$1', {
    source: number,
  }),
  swap('a number lost its sign', text, /(?<=\s)[-−](?=\d)/u, '', { source: /\s-\d/ }),
  swap('a URL has a typing error', text, /(https?:\/\/\w)\w/u, '$1', { source: /https?:/ }),
  swap('a URL is lost', text, /https?:\/\/[^\s<>"')]+/u, '', { source: /https?:/ }),
  swap('an e-mail address has a typing error', text, /@(\w)\w/u, '@$1', { source: /@\w+\./ }),
  swap('an option has another name', text, /(?<![\w-])--([a-z])[a-z]/u, '--$1', { source: /(?<![\w-])--[a-z]{3}/ }),
  swap('a path has another name', text, /\/(?:usr|etc)\//u, '/var/', { source: /\/(?:usr|etc)\// }),
  swap('the last line end is lost', ['po'], /\n$/u, ''),
  { name: 'a line end is added', formats: ['po'], mutate: ({ target }) => `${target}\n` },
  swap('the first line end is lost', ['po'], /^\n/u, ''),
  swap('a line end inside is lost', text, /(?<=^.{1,40})\n(?=.)/u, ' ', { source: /^.{1,40}\n./ }),
  swap('a line end is written as letters', text, /(?<=.)\n(?=.)/u, '\\n'),
  swap('a tab is lost', text, /\t/gu, ' ', { source: /\t/ }),
  {
    name: 'a space is added at the start',
    formats: text,
    mutate: ({ target }) => (/^[\s<{]/.test(target) ? target : ` ${target}`),
  },
  swap('a space at the end is lost', text, /(?<=\S) $/u, '', { source: /\S $/ }),
  swap('a space is doubled', text, /(?<=^[^<>{}]*\p{L}) (?=\p{L})/u, '  ', { locale: /^(?!zh|ja|th)/ }),
  swap('a word is doubled', text, /(?<=^[^<>{}]*?)(?<![\p{L}-])(\p{L}{4,})(?= \p{L})/u, '$1 $1', {
    locale: /^(?:de|fr|es|ru|pl)/,
  }),
  swap('a bracket is lost', text, /[)）]/u, '', { source: /\([^()]*\)/ }),
  swap('an opening bracket is lost', text, /[(（]/u, '', { source: /\([^()]*\)/ }),
  swap('a quotation mark is lost', text, /[”“»」"](?=[^”“»」"]*$)/u, '', { source: /^[^<]*["“][^"”]*["”][^<]*$/ }),
  swap('a link of Markdown is broken', text, /\]\(/u, '] (', { source: /\]\(/ }),
  swap('inline code lost a sign', text, /`/u, '', { source: /`[^`]+`/ }),
  swap('strong text lost a sign', text, /\*\*/u, '', { source: /\*\*[^*]+\*\*/ }),
  { name: 'the source was copied', formats: text, source: /\b(?:the|is|was|not|of)\b/, mutate: ({ source }) => source },
  {
    name: 'half of it is not translated',
    formats: text,
    source: /^[^%{<\n/`]{40,}$/,
    mutate: ({ source, target }) =>
      `${target.slice(0, target.length / 2)} ${source.slice(source.indexOf(' ', source.length / 3) + 1)}`,
  },
  {
    name: 'another language',
    formats: text,
    source: /^[^%{<\n]{20,}$/,
    locale: /^(?:de|es|ru|zh|ja|pl)/,
    mutate: () => 'Le fichier ne peut pas être ouvert car il est vide',
  },
  {
    name: 'another script',
    formats: text,
    locale: /^(?:de|fr|es|ru|pl)/,
    mutate: ({ target }) => `文件无法打开，请重试${/[\s.…]*$/.exec(target)?.[0] ?? ''}`,
  },
  {
    name: 'the encoding is wrong',
    formats: text,
    locale: /^(?:de|fr|es|ru)/,
    mutate: ({ target }) => (/[äöüéèñ]/.test(target) ? Buffer.from(target).toString('latin1') : target),
  },
  swap('a character is lost', text, /[äöüßéèñ\u0430-\u044F\u4E00-\u9FFF]/u, '\uFFFD'),
  swap('a space without width is added', text, /(?<=^[^<>]*\p{L}) (?=\p{L})/u, '\u200B ', {
    locale: /^(?:de|fr|es|ru|pl)/,
  }),
  swap('a sign of direction is added', text, /(?<=^[^<>]*\p{L}) (?=\p{L})/u, ' \u202E', {
    locale: /^(?:de|fr|es|ru|pl|zh|ja)/,
  }),
  swap('a letter of another script is in a word', text, /(?<=[\u0430-\u044F]{2})о(?=[\u0430-\u044F])/u, 'o', {
    locale: /^ru/,
  }),
  {
    name: 'the first letter is small',
    formats: text,
    source: /^[A-Z][a-z]+(?: [a-z]+){2,}.*\.$/,
    locale: /^(?:de|fr|es|ru|pl)/,
    mutate: ({ target }) => target.charAt(0).toLowerCase() + target.slice(1),
  },
  {
    name: 'it is cut off',
    formats: text,
    source: /^[^%{<\n]{70,}$/,
    mutate: ({ target }) => target.slice(0, Math.ceil(target.length / 8)),
  },
  { name: 'it is empty', formats: ['po', 'xliff'], mutate: () => '' },
  {
    name: 'it is there four times',
    formats: text,
    source: /^[^%{<\n]{50,}$/,
    locale: /^(?!zh|ja)/,
    mutate: ({ target }) => `${target} ${target} ${target} ${target}`,
  },
  swap('the access key is lost', ['po'], /\(_\p{L}\)|_(?=\p{L})/u, '', { source: /^(?:\w+ )*_[A-Za-z]+(?: \w+)*$/ }),
  swap('a second access key is marked', ['po'], /^\p{L}?_?\p{L}+/u, '_$&_a', { source: /^_[A-Za-z]+(?: [a-z]+)*$/ }),
  swap('the access key of a menu is lost', ['po'], /&(?=\p{L})/u, '', { source: /^&[A-Za-z]+(?: [a-z]+)*$/ }),
  swap('a brace of a message is lost', ['json'], /\}\s*\}$/u, '}', { source: /, (?:plural|select),/ }),
  swap('an argument of a message changed', ['json'], /\{(\w+), (plural|select),/u, '{$1x, $2,', {
    source: /, (?:plural|select),/,
  }),
  swap('a plural form is lost', ['json'], /\b(?:one|few) \{[^{}]*\}/u, '', { source: /, plural,/ }),
  swap('a plural form has a translated name', ['json'], /\bone \{/u, 'eins {', { source: /, plural,/ }),
  swap('the form for all others is lost', ['json'], /\bother \{[^{}]*\}/u, '', { source: /, (?:plural|select),/ }),
  swap('a case is translated', ['json'], /\bfemale \{/u, 'weiblich {', { source: /, select,/ }),
  swap('a case is lost', ['json'], /\bfemale \{[^{}]*\}/u, '', { source: /, select,/ }),
  swap('the number of a form is lost', ['json'], /(other \{[^{}#]*)#/u, '$1', { source: /#/ }),
  swap('a plural became a select', ['json'], /, plural,/u, ', select,'),
  swap('a date became a time', ['json'], /, date\b/u, ', time'),
  swap('the type of an argument is lost', ['json'], /, (?:number|date|time)(?:, \w+)?\}/u, '}'),
  swap('an argument is quoted by an apostrophe', ['json'], /\{([a-z]+)\}/u, "'{$1}'", { source: /\{[a-z]+\}/ }),
  swap('a skeleton of a number changed', ['json'], /::currency\/[A-Z]{3}/u, '::currency/XTS'),
  swap('an ordinal became a plural', ['json'], /, selectordinal,/u, ', plural,'),
  swap('an argument within a form is translated', ['json'], /(\{[^{}]*)\{[a-z]+\}(?=[^{}]*\})/u, '$1{nombre}', {
    source: /, (?:plural|select),.*\{[^{}]*\{[a-z]+\}/,
  }),
  swap('a placeholder is lost', ['xliff', 'xliff2'], /<(?:x|ph) id="[^"]*"(?: [^<>]*)?\/>/u, ''),
  swap('a placeholder is there twice', ['xliff', 'xliff2'], /<(?:x|ph) id="[^"]*"(?: [^<>]*)?\/>/u, '$&$&'),
  swap('a placeholder has another id', ['xliff', 'xliff2'], /<(x|ph) id="[^"]*"/u, '<$1 id="x9"'),
  swap('the end of a pair is lost', ['xliff', 'xliff2'], /<ept id="[^"]*">[^<>]*<\/ept>|<ec startRef="[^"]*"\/>/u, ''),
  swap('the start of a pair is lost', ['xliff', 'xliff2'], /<bpt id="[^"]*">[^<>]*<\/bpt>|<sc id="[^"]*"\/>/u, ''),
  swap('the text of a pair is outside of it', ['xliff', 'xliff2'], /(<(g|pc) [^<>]*>)([^<>]+)(<\/\2>)/u, '$1$4$3'),
  swap('a unit changed', text, /(?<=\d\s?)MB\b/u, 'GB', { source: /\d\s?MB\b/ }),
  swap('a percent sign is lost', text, /(?<=\d)\s?%(?!%)/u, '', { source: /\d%(?!%)/ }),
  swap('a currency changed', text, /\$(?=\s?\d)|(?<=\d\s?)\$/u, '€', { source: /\$\d/ }),
  swap('a decimal sign is lost', text, /(?<![\d.,])(\d)[.,](\d)(?![\d.,])/u, '$1$2', { source: /\d\.\d/ }),
  swap('a day and a month changed places', text, /\b(\d{4})-(\d\d)-(?!\2)(\d\d)\b/u, '$1-$3-$2', {
    source: /\d{4}-\d\d-\d\d/,
  }),
  swap('a name in double braces changed', ['po', 'json', 'xliff', 'xliff2'], /\{\{\s*\w+\s*\}\}/u, '{{nombre}}'),
  {
    name: 'a sentence is lost',
    formats: text,
    source: /^[^%{<\n]{30,}\. \p{Lu}[^%{<\n.]{30,}\.$/u,
    mutate: ({ target }) => target.replace(/(?<=[.。])\s?[^.。]+[.。]$/u, ''),
  },
  {
    name: 'a sentence is there twice',
    formats: text,
    source: /^[^%{<\n]{30,}\. \p{Lu}[^%{<\n.]{30,}\.$/u,
    mutate: ({ target }) => target.replace(/^[^.。]+[.。]\s?/u, '$&$&'),
  },
  swap('a shortcut has another key', text, /(?<=\+)[A-Z]\b/u, 'Q', { source: /\b(?:Ctrl|Alt)\+[A-Z]\b/ }),
  swap('inline code is translated', text, /`([^`]+)`/u, '`$1en`', { source: /`[^`]+`/ }),
  swap('a file name is translated', text, /\b[a-z]+(?=\.(?:json|md|txt|conf|xml)\b)/u, 'datei', {
    source: /\b[a-z]+\.(?:json|md|txt|conf|xml)\b/,
  }),
  swap('a name in capitals changed', text, /\b([A-Z]+_[A-Z]+)[A-Z]\b/u, '$1X', { source: /\b[A-Z]+_[A-Z]+\b/ }),
  swap('an entity is broken', ['po', 'json'], /&(amp|lt|gt|nbsp);/u, '& $1;', { source: /&(?:amp|lt|gt|nbsp);/ }),
  swap('an attribute is translated', ['po', 'json'], / href=/u, ' verweis='),
  swap('an attribute has curly quotes', ['po', 'json'], /="([^"]*)"/u, '=“$1”', { source: /<\w+ \w+="/ }),
  swap('markup is escaped', ['po', 'json'], /<(\/?[a-z]+)>/gu, '&lt;$1&gt;', { source: /<[a-z]+>/ }),
  swap('the mark before a question is lost', text, /¿/u, '', { locale: /^es/ }),
  swap('a space before a placeholder is lost', text, / (?=%[sd]|\{\w+\}|<(?:x|ph) )/u, '', {
    source: / (?:%[sd]|\{\w+\}|<(?:x|ph) )/,
    locale: /^(?:de|fr|es|ru|pl)/,
  }),
]);
