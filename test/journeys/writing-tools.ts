/** Kinds of files that flows are run over. */
export type WrittenKind = 'po' | 'xliff' | 'xliff2' | 'json' | 'formatjs' | 'arb';

/** Kinds of files of one language, and of two. */
export const oneLanguage = ['json', 'formatjs', 'arb'] as const;
export const twoLanguages = ['po', 'xliff', 'xliff2'] as const;

/** A catalog with flags, plural forms and a fuzzy message. */
const po = `msgid ""
msgstr ""
"Project-Id-Version: app 1\\n"
"PO-Revision-Date: 2026-01-01 00:00+0000\\n"
"Last-Translator: Ann <ann@example.org>\\n"
"Language-Team: French\\n"
"Language: fr\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

#. Write to ann@example.org
msgid "Welcome back, \\"friend\\"\\n"
msgstr "Bon retour, \\"ami\\"\\n"

#, c-format
msgid "%d file of %s"
msgid_plural "%d files of %s"
msgstr[0] "%d fichier de %s"
msgstr[1] "%d fichiers de %s"

#, python-brace-format
msgid "Mail {name} at ann@example.org. Then wait."
msgstr ""

#, fuzzy, c-format
msgid "100%% of the <b>server</b> & more"
msgstr "100%% du <b>serveur</b>"
`;

const unit = (id: number, source: string, target: string) => `    <trans-unit id="${id}" resname="k${id}">
      <source>${source}</source>${target === '' ? '' : `\n      <target state="translated">${target}</target>`}
    </trans-unit>
`;
const xliff = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.txt" source-language="en" target-language="fr" datatype="plaintext">
  <body>
${unit(1, 'Mail <g id="1">ann@example.org</g>. Then wait.', 'Écrivez à <g id="1">ann@example.org</g>. Attendez.')}${unit(2, 'The server &amp; <x id="1"/> more', '')}  </body>
</file>
</xliff>
`;

const xliff2 = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">
<file id="f1">
  <unit id="1">
    <segment state="translated">
      <source>Mail <pc id="1">ann@example.org</pc>. Then wait.</source>
      <target>Écrivez à <pc id="1">ann@example.org</pc>. Attendez.</target>
    </segment>
  </unit>
  <unit id="2">
    <segment>
      <source>The server &amp; <ph id="1"/> more</source>
    </segment>
  </unit>
</file>
</xliff>
`;

const messages = {
  plain: 'Welcome to the server, "friend" & all',
  mail: 'Mail {name} at ann@example.org. Then wait.',
  count: "{count, plural, =0 {It''s empty} one {# file of {owner}} other {# files of {owner}}}",
  who: '{who, select, ada {She wrote <b>it</b>} other {They wrote <b>it</b>}}',
  html: '<p>Click <a href="x">here</a></p>',
};
const described = Object.entries(messages).map(([key, message]) => [key, { message, description: 'About it' }]);
const arb = { '@@locale': 'en', ...messages, '@mail': { description: 'About it', placeholders: { name: {} } } };

/** A file of each kind that its parsers accept, by its name. */
export const writtenFiles: Readonly<Record<WrittenKind, readonly [name: string, text: string]>> = {
  po: ['fr.po', po],
  xliff: ['a.xlf', xliff],
  xliff2: ['b.xlf', xliff2],
  json: ['en.json', `${JSON.stringify({ messages, list: ['One', 'Two {n}'] }, undefined, 2)}\n`],
  formatjs: ['catalog.json', `${JSON.stringify(Object.fromEntries(described), undefined, 2)}\n`],
  arb: ['app_en.arb', `${JSON.stringify(arb, undefined, 2)}\n`],
};

/** A flow of one tool that can write what a file says. */
export interface WritingTool {
  readonly tool: string;
  readonly flags: readonly string[];
  /** Flags of the kinds of files that take others. */
  readonly flagsFor?: (kinds: readonly WrittenKind[]) => readonly string[];
  /** A flow over the files before, whose outputs it reads. */
  readonly before?: readonly string[];
  /** Vendor whose wire format a local server speaks. */
  readonly engine?: string;
  /** Kinds of files that cannot be written so, which is refused. */
  readonly refuses?: readonly WrittenKind[];
  /** Words of the refusal of a file. */
  readonly refusal?: (name: string) => RegExp;
  /** It has a gate, which may say no. */
  readonly isCheck?: true;
  /** It changes what format flags promise, and its translations are fuzzy. */
  readonly changesCodes?: true;
  /** It runs a program or script of the user, which asks for trust. */
  readonly asksForTrust?: true;
}

const french = ['--target', 'fr'] as const;
const isOneLanguage = (kinds: readonly WrittenKind[]) => kinds.some((kind) => oneLanguage.some((one) => one === kind));
/** Texts of files of one language are sources; in others a tool works on translations. */
const sides = (kinds: readonly WrittenKind[]) =>
  isOneLanguage(kinds) ? ['--apply-source', '--no-apply-target'] : french;

/** Files of one language are read with a translation. */
export const withExisting = (kinds: readonly WrittenKind[]) =>
  isOneLanguage(kinds) ? ['--existing', 'fr/{relpath}'] : [];

const vendors: readonly WritingTool[] = ['apertium', 'deepl', 'google', 'microsoft', 'modernmt', 'mymemory'].map(
  (engine) => ({ tool: `${engine}-translate`, flags: [...french, '--provider', engine], engine }),
);

const script = `export function process(part) {
  if (part.kind !== 'block' || !part.block.translatable) return part;
  part.block.targets.fr = { runs: part.block.source, status: 'draft' };
  return part;
}
`;

/** Files that flows of tools read. */
export const sideFiles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(writtenFiles).map(([name, text]) => [`fr/${name}`, text])),
  'mark.mjs': script,
  'words.csv': 'term,locale,status\nserver,en,forbidden\n',
  'terms.csv': 'source,target\nserver,serveur\n',
  'memory.tmx': `<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>The server &amp; more</seg></tuv><tuv xml:lang="fr"><seg>Le serveur &lt;b&gt; &amp; plus</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>One</seg></tuv><tuv xml:lang="fr"><seg>L'un "deux"</seg></tuv></tu>
</body></tmx>`,
};

/** Every built-in tool that can change what a file says, with a flow in which it does. */
export const writingTools: readonly WritingTool[] = [
  ...vendors,
  { tool: 'ai-review', flags: french, flagsFor: withExisting },
  { tool: 'ai-translate', flags: french },
  {
    tool: 'bom-convert',
    flags: ['--add-bom'],
    refuses: ['po', ...oneLanguage],
    refusal: (name) => new RegExp(`Cannot begin "${name}" with a byte order mark`, 'u'),
  },
  { tool: 'case-transform', flags: ['--apply-source', '--mode', 'lower'] },
  { tool: 'create-target', flags: ['--copy-source', ...french] },
  {
    tool: 'diff-leverage',
    flags: french,
    flagsFor: (kinds) =>
      isOneLanguage(kinds)
        ? ['--previous-source', 'en.json', '--previous-target', 'fr/en.json']
        : ['--previous', 'fr/fr.po', '--fuzzy-match'],
  },
  { tool: 'encoding-convert', flags: ['--target-encoding', 'us-ascii', '--apply-source', '--no-fail'] },
  {
    tool: 'external-command',
    flags: ['--command', 'cat', '--send', 'text'],
    flagsFor: sides,
    asksForTrust: true,
  },
  { tool: 'fullwidth-convert', flags: ['--mode', 'to-full'], flagsFor: sides, changesCodes: true },
  { tool: 'inline-codes-remove', flags: [], flagsFor: sides, changesCodes: true },
  {
    tool: 'layer-processor',
    flags: [
      '--layers',
      JSON.stringify({ '*': { steps: [{ tool: 'case-transform', config: { applySource: true } }] } }),
    ],
  },
  { tool: 'linebreak-convert', flags: ['--mode', 'crlf'] },
  { tool: 'properties-set', flags: ['--properties', '{"note":"a & \\"b\\" <c>","context":"x"}'] },
  { tool: 'pseudo-translate', flags: french },
  {
    tool: 'redact',
    flags: ['--presets', 'email', '--surfaces', 'source', '--surfaces', 'targets', '--surfaces', 'notes'],
  },
  { tool: 'remove-target', flags: french },
  { tool: 'script', flags: ['--script-file', 'mark.mjs', ...french], asksForTrust: true },
  {
    tool: 'search-replace',
    flags: ['--search', 'e', '--replace', '<&"\'', '--apply-source'],
  },
  { tool: 'segmentation', flags: ['--segment-target', ...french] },
  { tool: 'span-classify', flags: french },
  { tool: 'tag-protect', flags: ['--mode', 'convert'] },
  { tool: 'term-enforce', flags: french, flagsFor: withExisting, isCheck: true },
  { tool: 'tm-leverage', flags: french },
  { tool: 'unredact', flags: [], before: ['redact', '--presets', 'email'] },
  { tool: 'uri-convert', flags: ['--mode', 'encode'], flagsFor: sides, changesCodes: true },
  { tool: 'whitespace-correct', flags: ['--trim-leading', '--trim-trailing', ...french], flagsFor: withExisting },
  {
    tool: 'xslt-transform',
    flags: ['--rules', JSON.stringify({ pattern: '[aeiou]', replace: '<$&"\'' }), '--apply-source'],
  },
];

/** Tools that look at files without changing what they say, with the flags that they need. */
export const lookingTools: Readonly<Record<string, readonly string[]>> = {
  'ai-entity-extract': [],
  'ai-qa': french,
  'ai-terminology': [],
  batch: [],
  'brand-vocab-check': ['--vocabulary', 'words.csv', ...french],
  'char-count': [],
  'chars-check': french,
  'chars-listing': [],
  'dnt-check': [...french, '--terms', 'server'],
  'encoding-detect': [],
  'inconsistency-check': french,
  'length-check': french,
  'pattern-check': [...french, '--patterns', '{"name":"n","pattern":"e","mustMatch":true}'],
  'placeholder-check': french,
  'qa-check': french,
  'repetition-analysis': [],
  'scoping-report': french,
  'segment-count': [],
  'term-check': french,
  'term-lookup': french,
  'translation-comparison': french,
  'word-count': [],
  'xml-validation': [],
};
