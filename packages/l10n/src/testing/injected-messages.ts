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
  ['ja', '_Open recent', '最近使ったもの(_O)'],
  ['de', '&Save all', '&Alle sichern'],
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
  [
    'de',
    'Visit https://example.org/help or write to help@example.org',
    'Besuchen Sie https://example.org/help oder schreiben Sie an help@example.org',
  ],
];

const xliff: readonly Row[] = [
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
  [
    'de',
    'The server was not found at https://example.org/a',
    'Der Server wurde unter https://example.org/a nicht gefunden',
  ],
];

const xliff2: readonly Row[] = [
  [
    'de',
    'Hello <ph id="1"/>, press <pc id="2">Save</pc> now',
    'Hallo <ph id="1"/>, jetzt <pc id="2">Sichern</pc> drücken',
  ],
  ['fr', 'Read <sc id="1"/>this<ec startRef="1"/> first', 'Lisez d’abord <sc id="1"/>ceci<ec startRef="1"/>'],
  ['es', 'The value must be between -40 and 125 degrees', 'El valor debe estar entre -40 y 125 grados'],
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
