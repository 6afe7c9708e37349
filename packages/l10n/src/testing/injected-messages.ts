import type { InjectedFormat, SoundMessage } from './injected-kinds.js';

type Row = readonly [locale: string, source: string, target: string, flags?: string];

const po: readonly Row[] = [
  ['de', 'The file %s was not found', 'Die Datei %s wurde nicht gefunden', 'c-format'],
  ['de', '%s has %d of 25 files', '%s hat %d von 25 Dateien', 'c-format'],
  ['ru', 'Cannot open %s for reading', 'Не удалось открыть %s для чтения', 'c-format'],
  ['fr', '%d%% of %s are done\n', '%d%% de %s sont terminés\n', 'c-format'],
  ['zh-CN', '%1$s sent %2$d messages', '%1$s 发送了 %2$d 条消息', 'c-format'],
  [
    'es',
    'Welcome, %(name)s, you have %(count)d new messages',
    'Bienvenido, %(name)s, tiene %(count)d mensajes nuevos',
    'python-format',
  ],
  ['pl', 'Hello {name}, your order is ready', 'Witaj {name}, twoje zamówienie jest gotowe', 'python-brace-format'],
  [
    'de',
    '\nUse --force to write below /usr/share (see the manual)\n',
    '\nMit --force unterhalb von /usr/share schreiben (siehe Handbuch)\n',
  ],
  [
    'fr',
    'Write to help@example.org or visit https://example.org/help',
    'Écrivez à help@example.org ou visitez https://example.org/help',
  ],
  ['de', 'Press <b>Save</b> to keep <i>all</i> changes', 'Mit <b>Sichern</b> bleiben <i>alle</i> Änderungen erhalten'],
  [
    'es',
    'See <a href="https://example.org/x">the guide</a><br/>for more',
    'Vea <a href="https://example.org/x">la guía</a><br/>para más',
  ],
  ['de', '<i><b>Warning</b>: no space left</i>', '<i><b>Warnung</b>: kein Platz mehr</i>'],
  ['ru', 'The value must be between -40 and 125 degrees', 'Значение должно быть от -40 до 125 градусов'],
  ['de', 'Name:\nAddress:', 'Name:\nAdresse:'],
  ['fr', 'Name\tSize\tDate', 'Nom\tTaille\tDate'],
  ['de', 'Enter your name: ', 'Geben Sie Ihren Namen ein: '],
  ['de', 'The server said "no" to the request', 'Der Server sagte „nein“ zur Anfrage'],
  ['fr', 'The option "quiet" is not known', 'L’option « quiet » est inconnue'],
  ['ja', 'The file "readme" (the first one) is empty', 'ファイル「readme」（最初のもの）は空です'],
  [
    'de',
    'Read [the guide](guide.md) and run `npm start` **now**',
    'Lesen Sie [die Anleitung](guide.md) und starten Sie `npm start` **jetzt**',
  ],
  [
    'de',
    'The connection to the server was closed before all of the data arrived.',
    'Die Verbindung zum Server wurde geschlossen, bevor alle Daten übertragen waren.',
  ],
  [
    'fr',
    'The connection to the server was closed before all of the data arrived.',
    'La connexion au serveur a été fermée avant que toutes les données ne soient arrivées.',
  ],
  [
    'ru',
    'The connection to the server was closed before all of the data arrived.',
    'Соединение с сервером было закрыто до того, как пришли все данные.',
  ],
  [
    'zh-CN',
    'The connection to the server was closed before all of the data arrived.',
    '在所有数据到达之前，与服务器的连接已关闭。',
  ],
  [
    'ja',
    'The connection to the server was closed before all of the data arrived.',
    'すべてのデータが届く前に、サーバーへの接続が閉じられました。',
  ],
  [
    'pl',
    'The connection to the server was closed before all of the data arrived.',
    'Połączenie z serwerem zostało zamknięte, zanim dotarły wszystkie dane.',
  ],
  ['de', '_Open recent', '_Zuletzt geöffnet'],
  ['de', 'At most 250 MB for $20 a month (2.5% less)', 'Höchstens 250 MB für 20 $ im Monat (2,5 % weniger)'],
  ['fr', 'Valid until 2026-04-25, then 50% more', 'Valable jusqu’au 2026-04-25, puis 50 % de plus'],
  [
    'de',
    'The download was stopped by the server. Please wait a moment before you try again.',
    'Das Herunterladen wurde vom Server abgebrochen. Bitte warten Sie kurz, bevor Sie es erneut versuchen.',
  ],
  [
    'zh-CN',
    'The download was stopped by the server. Please wait a moment before you try again.',
    '下载已被服务器中止。请稍等片刻，然后再试一次。',
  ],
  ['de', 'Press Ctrl+S to write config.json', 'Mit Ctrl+S wird config.json geschrieben'],
  ['ru', 'Set HTTP_PROXY in settings.conf and run `npm ci`', 'Задайте HTTP_PROXY в settings.conf и запустите `npm ci`'],
  ['es', 'Do you want to save the changes?', '¿Quiere guardar los cambios?'],
  ['de', 'Terms &amp; conditions of {{shop}}', 'Bedingungen &amp; Regeln von {{shop}}'],
  ['ja', '_Open recent', '最近使ったもの(_O)'],
  ['de', '&Save all', '&Alle sichern'],
];

/** Texts that every format can hold as they are. */
const plain: readonly Row[] = [
  ['ru', 'The value must be between -40 and 125 degrees', 'Значение должно быть от -40 до 125 градусов'],
  [
    'de',
    'Use --force to write below /usr/share (see the manual)',
    'Mit --force unterhalb von /usr/share schreiben (siehe Handbuch)',
  ],
  ['de', 'Name:\nAddress:', 'Name:\nAdresse:'],
  ['fr', 'Name\tSize\tDate', 'Nom\tTaille\tDate'],
  ['de', 'Enter your name: ', 'Geben Sie Ihren Namen ein: '],
  [
    'de',
    'Read [the guide](guide.md) and run `npm start` **now**',
    'Lesen Sie [die Anleitung](guide.md) und starten Sie `npm start` **jetzt**',
  ],
  ['de', 'At most 250 MB for $20 a month (2.5% less)', 'Höchstens 250 MB für 20 $ im Monat (2,5 % weniger)'],
  ['fr', 'Valid until 2026-04-25, then 50% more', 'Valable jusqu’au 2026-04-25, puis 50 % de plus'],
  ['de', 'Press Ctrl+S to write config.json', 'Mit Ctrl+S wird config.json geschrieben'],
  ['ru', 'Set HTTP_PROXY in settings.conf and run `npm ci`', 'Задайте HTTP_PROXY в settings.conf и запустите `npm ci`'],
  ['de', 'The server said "no" to the request', 'Der Server sagte „nein“ zur Anfrage'],
];

/** Texts with placeholders of programs, and longer ones, for files in which all of it is text. */
const inline: readonly Row[] = [
  ['pl', 'Hello {name}, your order is ready', 'Witaj {name}, twoje zamówienie jest gotowe'],
  ['de', 'Terms of {{shop}} and of {{owner}}', 'Bedingungen von {{shop}} und von {{owner}}'],
  ['de', '%s has %d of 25 files', '%s hat %d von 25 Dateien'],
  ['zh-CN', '%1$s sent %2$d messages', '%1$s 发送了 %2$d 条消息'],
  ['es', 'Welcome, %(name)s, to the program', 'Bienvenido, %(name)s, al programa'],
  [
    'fr',
    'Write to help@example.org or visit https://example.org/help',
    'Écrivez à help@example.org ou visitez https://example.org/help',
  ],
  [
    'de',
    'The download was stopped by the server. Please wait a moment before you try again.',
    'Das Herunterladen wurde vom Server abgebrochen. Bitte warten Sie kurz, bevor Sie es erneut versuchen.',
  ],
  ['es', 'Do you want to save the changes?', '¿Quiere guardar los cambios?'],
];

const json: readonly Row[] = [
  ['de', 'Hello {name}, you have {count, number} points', 'Hallo {name}, Sie haben {count, number} Punkte'],
  ['de', '{n, plural, one {# file} other {# files}}', '{n, plural, one {# Datei} other {# Dateien}}'],
  [
    'ru',
    '{n, plural, one {# file} other {# files}}',
    '{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}',
  ],
  [
    'fr',
    '{who, select, female {She left} male {He left} other {They left}}',
    '{who, select, female {Elle est partie} male {Il est parti} other {Ils sont partis}}',
  ],
  ['es', 'Due on {day, date, short}', 'Vence el {day, date, short}'],
  ['de', 'Press <b>Save</b> to keep 25 changes', 'Mit <b>Sichern</b> bleiben 25 Änderungen erhalten'],
  ['pl', 'The file is too large (the limit is 250 MB).', 'Plik jest za duży (limit wynosi 250 MB).'],
  ['de', 'Costs {price, number, ::currency/USD}', 'Kostet {price, number, ::currency/USD}'],
  [
    'fr',
    'You came {n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    'Vous êtes {n, selectordinal, one {#er} other {#e}}',
  ],
  [
    'es',
    '{n, plural, one {{name} has one file} other {{name} has # files}}',
    '{n, plural, one {{name} tiene un archivo} other {{name} tiene # archivos}}',
  ],
  ['es', 'Do you want to save {{count}} changes?', '¿Quiere guardar {{count}} cambios?'],
  [
    'fr',
    'Read <a href="help.html">the help</a> &amp; try again',
    'Lisez <a href="help.html">l’aide</a> &amp; réessayez',
  ],
  [
    'ru',
    'The update could not be installed. Please restart the program and try it once more.',
    'Не удалось установить обновление. Перезапустите программу и попробуйте ещё раз.',
  ],
  [
    'de',
    'Visit https://example.org/help or write to help@example.org',
    'Besuchen Sie https://example.org/help oder schreiben Sie an help@example.org',
  ],
  ['de', '<i><b>Warning</b>: no space left</i>', '<i><b>Warnung</b>: kein Platz mehr</i>'],
  ['fr', 'Wait a moment<br/>and try again', 'Patientez un instant<br/>et réessayez'],
  ...plain,
];

const xliff: readonly Row[] = [
  ...plain,
  ...inline,
  [
    'de',
    'Hello <x id="name"/>, press <g id="1">Save</g> now',
    'Hallo <x id="name"/>, jetzt <g id="1">Sichern</g> drücken',
  ],
  [
    'fr',
    'Read <bpt id="1">&lt;b&gt;</bpt>this<ept id="1">&lt;/b&gt;</ept> first',
    'Lisez d’abord <bpt id="1">&lt;b&gt;</bpt>ceci<ept id="1">&lt;/b&gt;</ept>',
  ],
  ['ru', 'The file <x id="f"/> has 25 lines', 'Файл <x id="f"/> содержит 25 строк'],
  ['de', 'It takes 12.5 MB, which is 50% of <x id="all"/>', 'Das sind 12,5 MB, also 50 % von <x id="all"/>'],
  ['es', 'Open readme.txt with Ctrl+O?', '¿Abrir readme.txt con Ctrl+O?'],
  [
    'de',
    'The server was not found at https://example.org/a',
    'Der Server wurde unter https://example.org/a nicht gefunden',
  ],
];

const xliff2: readonly Row[] = [
  ...plain,
  ...inline,
  [
    'de',
    'Hello <ph id="1"/>, press <pc id="2">Save</pc> now',
    'Hallo <ph id="1"/>, jetzt <pc id="2">Sichern</pc> drücken',
  ],
  ['fr', 'Read <sc id="1"/>this<ec startRef="1"/> first', 'Lisez d’abord <sc id="1"/>ceci<ec startRef="1"/>'],
  ['es', 'The value must be between -40 and 125 degrees', 'El valor debe estar entre -40 y 125 grados'],
  ['de', 'The price rose by 2.5% to $30 on 2026-03-14', 'Der Preis stieg am 2026-03-14 um 2,5 % auf 30 $'],
  [
    'fr',
    'The session has expired because of a long break. Sign in again to go on with your work.',
    'La session a expiré à cause d’une longue pause. Reconnectez-vous pour poursuivre votre travail.',
  ],
];

function toMessages(format: InjectedFormat, rows: readonly Row[]): readonly SoundMessage[] {
  return rows.map(([locale, source, target, flags]) => ({ format, locale, source, target, flags }));
}

/** Sound translations of our own, with something to break for each kind of error. */
export const soundMessages: readonly SoundMessage[] = Object.freeze([
  ...toMessages('po', po),
  ...toMessages('json', json),
  ...toMessages('xliff', xliff),
  ...toMessages('xliff2', xliff2),
]);
