import type { CheckRules } from '../../check/check-rule.js';

/** Rules of qa-check. */
export const qaRules = Object.freeze({
  'qa.empty-target': {
    severity: 'minor',
    description: 'The source has content, but the target has none.',
    example: { source: 'Save the file', target: '' },
  },
  'qa.empty-source': { severity: 'minor', description: 'The target has content, but the source has none.' },
  'qa.changed-source': { severity: 'minor', description: 'The source has changed since it was translated.' },
  'qa.leading-whitespace': {
    severity: 'minor',
    description: 'Leading white space differs.',
    example: { source: 'Save', target: ' Sichern' },
  },
  'qa.trailing-whitespace': {
    severity: 'minor',
    description: 'Trailing white space differs.',
    example: { source: 'Name: ', target: 'Name:' },
  },
  'qa.double-spaces': {
    severity: 'minor',
    description: 'The target has double spaces, and the source has none.',
    example: { source: 'Save the file', target: 'Die Datei  sichern' },
  },
  'qa.doubled-word': {
    severity: 'minor',
    description: 'A word is repeated in the target only.',
    example: { source: 'Save the file', target: 'Die Datei Datei sichern' },
  },
  'qa.same-as-source': {
    severity: 'minor',
    description: 'The target equals the source.',
    example: { source: 'Save the file', target: 'Save the file' },
  },
  'qa.corrupted-characters': {
    severity: 'major',
    description: 'A wrong encoding corrupted characters.',
    example: { source: 'Coffee', target: 'CafÃ©', locale: 'fr' },
  },
  'qa.max-length': {
    severity: 'minor',
    description: 'The target is too long for its source.',
    example: {
      source: 'Save',
      target: 'Hier klicken, um die gerade bearbeitete Datei zu sichern und danach alle Fenster zu schließen',
    },
  },
  'qa.min-length': {
    severity: 'minor',
    description: 'The target is too short for its source.',
    example: { source: 'The connection to the server was closed before all of the data arrived', target: 'Verbindung' },
  },
  'qa.absolute-max-length': { severity: 'major', description: 'The target exceeds its maximum length.' },
  'qa.pattern-mismatch': {
    severity: 'minor',
    description: 'The matches of a pattern differ between source and target.',
  },
  'qa.missing-code': { severity: 'major', description: 'An inline code of the source is not in the target.' },
  'qa.extra-code': {
    severity: 'major',
    description: 'An inline code of the target is not in the source.',
  },
  'qa.code-order': { severity: 'minor', description: 'Inline codes are in another order.' },
  'qa.non-deletable-missing': {
    severity: 'major',
    description: 'A code that must not be deleted is not in the target.',
  },
  'qa.non-cloneable-duplicated': { severity: 'major', description: 'A code that must occur once was repeated.' },
  'qa.unknown-code-id': {
    severity: 'major',
    description: 'An inline code of XLIFF has an id that no code of the source has.',
  },
  'qa.missing-code-id': {
    severity: 'major',
    description: 'An inline code of XLIFF that must not be deleted is not in the target.',
  },
  'qa.argument-type': {
    severity: 'major',
    description: 'An argument of an ICU message has another type than in the source, or lost it.',
  },
  'qa.argument-format': {
    severity: 'major',
    description: 'A number of an ICU message has another format than in the source.',
  },
  'qa.number-mismatch': {
    severity: 'major',
    description:
      'The numbers of source and target differ. A number up to 12 that only one side has may be a word and counts as minor.',
    example: { source: 'Wait 15 seconds', target: '51 Sekunden warten' },
  },
  'qa.repeated-key': {
    severity: 'major',
    description:
      'An earlier entry of the file has the same key; gettext refuses such a catalog, and other programs use one of them.',
  },
  'qa.nplurals': {
    severity: 'major',
    description: 'A message has fewer forms than the header of its catalog declares.',
  },
  'qa.plural-forms': { severity: 'major', description: 'The plural forms are not those of the target language.' },
  'qa.end-punctuation': { severity: 'minor', description: 'The sentence ends with different punctuation.' },
  'qa.quotes': {
    severity: 'minor',
    description: 'A quotation mark of the target has no partner, or a quotation has lost its marks.',
    example: { source: 'Open the file', target: 'Die „Datei öffnen' },
  },
  'qa.brackets': {
    severity: 'minor',
    description: 'A bracket of the target has no partner.',
    example: { source: 'Files (optional)', target: 'Dateien (wahlfrei' },
  },
  'qa.line-ends': {
    severity: 'critical',
    description: 'Only one side of a message starts or ends with a line end, which gettext refuses.',
    example: { source: 'Done\n', target: 'Fertig' },
  },
  'qa.inner-line-ends': {
    severity: 'minor',
    description: 'A line end inside of the text was lost or added.',
    example: { source: 'Name:\nAddress:', target: 'Name: Adresse:' },
  },
  'qa.tabs': {
    severity: 'minor',
    description: 'Only one side has tabs.',
    example: { source: 'Name\tAddress', target: 'Name Adresse' },
  },
  'qa.markdown': {
    severity: 'minor',
    description: 'A link, inline code or strong text of Markdown is broken.',
    example: { source: 'See [the guide](guide.md)', target: 'Siehe [die Anleitung] (guide.md)' },
  },
  'qa.email': {
    severity: 'minor',
    description: 'An e-mail address of the source is not in the target.',
    example: { source: 'Write to help@example.org', target: 'Schreiben Sie an help@exmple.org' },
  },
  'qa.option': {
    severity: 'minor',
    description: 'A command-line option of the source is not in the target.',
    example: { source: 'Use --force to overwrite', target: 'Mit --gewalt überschreiben' },
  },
  'qa.path': {
    severity: 'minor',
    description: 'A path of the source is not in the target.',
    example: { source: 'Edit /etc/hosts first', target: 'Zuerst /etz/hosts bearbeiten' },
  },
  'qa.capital': {
    severity: 'minor',
    description: 'A sentence begins with a small letter.',
    example: { source: 'The file was saved.', target: 'die Datei wurde gesichert.' },
  },
  'qa.invisible-characters': {
    severity: 'minor',
    description: 'The target has an invisible character that its language does not use.',
    example: { source: 'Save the file', target: 'Die Datei\u200B sichern' },
  },
  'qa.mixed-scripts': {
    severity: 'minor',
    description: 'A word mixes letters that look alike but are of two scripts.',
    example: { source: 'Server error', target: 'Ошибка cервера', locale: 'ru' },
  },
  'qa.wrong-language': {
    severity: 'major',
    description: 'The target is in another language.',
    example: { source: 'The file could not be opened', target: 'Le fichier ne peut pas être ouvert' },
  },
  'qa.half-translated': {
    severity: 'minor',
    description: 'A piece of the source is left in the target.',
    example: {
      source: 'The file could not be opened by the user',
      target: 'Die Datei could not be opened vom Benutzer',
    },
  },
  'qa.url': {
    severity: 'minor',
    description: 'A URL of the source is not in the target.',
    example: { source: 'See https://example.org/guide now', target: 'Siehe https://example.org/giude' },
  },
  'qa.unit': {
    severity: 'minor',
    description: 'A number has another unit or currency, or is no percentage any more.',
    example: { source: 'At most 20 MB', target: 'Höchstens 20 GB' },
  },
  'qa.missing-sentence': {
    severity: 'minor',
    description: 'The target has fewer sentences than the source, and is as much shorter.',
    example: {
      source: 'The server has stopped the download. Please wait some time before you try again.',
      target: 'Der Server hat das Herunterladen abgebrochen.',
    },
  },
  'qa.doubled-sentence': {
    severity: 'minor',
    description: 'A sentence is repeated in the target only.',
    example: { source: 'The file was saved.', target: 'Die Datei wurde gesichert. Die Datei wurde gesichert.' },
  },
  'qa.name': {
    severity: 'minor',
    description: 'The name of a file, a name in capitals or inline code is spelled in another way.',
    example: { source: 'Edit settings.json first', target: 'Zuerst einstellungen.json bearbeiten' },
  },
  'qa.shortcut': {
    severity: 'minor',
    description: 'A keyboard shortcut has another key.',
    example: { source: 'Press Ctrl+S', target: 'Strg+A drücken' },
  },
  'qa.markup': {
    severity: 'minor',
    description: 'An entity is broken, or an attribute is in typographic quotation marks.',
    example: { source: 'Terms &amp; conditions', target: 'Regeln & amp; Bedingungen' },
  },
  'qa.glued-code': {
    severity: 'minor',
    description: 'A placeholder touches the word or the sign before it, and not in the source.',
    example: { source: 'The file %s is empty', target: 'Die Datei%s ist leer', flags: 'c-format' },
  },
  'qa.empty-pair': {
    severity: 'minor',
    description: 'A pair of codes has no text between them, and that of the source has.',
    example: { source: 'Press <b>Save</b> now', target: 'Jetzt <b></b>Sichern drücken' },
  },
  'qa.opening-mark': {
    severity: 'minor',
    description: 'A question of Spanish has no mark before it.',
    example: { source: 'Are you sure?', target: 'Está usted seguro?', locale: 'es' },
  },
  'qa.accelerator': {
    severity: 'minor',
    description: 'The access key of a menu entry is not marked exactly once.',
    example: { source: '_Open file', target: 'Datei öffnen' },
  },
} as const satisfies CheckRules);

export type QaRule = keyof typeof qaRules;
