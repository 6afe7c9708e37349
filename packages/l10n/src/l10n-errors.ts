import { defineErrors, ToolError } from '@helve/core';

/** Error class of this package. */
export class L10nError extends ToolError {}

/** Error codes of this package. */
export const l10nErrors = defineErrors(
  'l10n',
  {
    L10N_FORMAT_UNKNOWN: {
      type: 'NOT_FOUND',
      message: 'Cannot read "{file}": its format is unknown',
      docs: 'Name a format with `--input-format`; `helve formats` lists them',
    },
    L10N_FORMAT_UNREADABLE: {
      type: 'VALIDATION',
      message: 'Cannot read "{file}": {problem}',
      docs: 'Convert the file, or name another format with `--input-format`; `helve formats detect` says how the format was recognized',
    },
    L10N_PARSE: {
      type: 'VALIDATION',
      message: 'Cannot read "{file}" as {format}: {problem}, at line {line}, column {column}',
      docs: 'Correct the file at this position; nothing was written',
    },
    L10N_PACKAGE: {
      type: 'VALIDATION',
      message: 'Cannot read "{file}": {problem}',
      docs: 'Open the file in the program that made it and save it again, without a password; nothing was written',
    },
    L10N_ENCODING: {
      type: 'VALIDATION',
      message: 'Cannot read "{file}": its bytes are not {encoding}, from byte {offset} on',
      docs: 'Set the encoding of the file in the options of its format',
    },
    L10N_BYTE_ORDER_MARK: {
      type: 'VALIDATION',
      message: 'Cannot begin "{file}" with a byte order mark: programs that read {format} refuse it',
      docs: 'Leave the file out; its format is UTF-8 without a mark',
    },
    L10N_UNWRITABLE: {
      type: 'PERMANENT',
      message: 'Cannot write block "{block}" as {format}: {reason}',
      docs: 'Change the text so that the format can represent it',
    },
    L10N_LIMIT: {
      type: 'VALIDATION',
      message: 'Cannot {act} "{file}": {what} exceeds the limit of {limit}',
      docs: 'Raise the limit in the options of its format if you trust the file; for a replacement that grows its text, use fewer or shorter replacements',
    },
    L10N_IMPORT: {
      type: 'VALIDATION',
      message: 'Cannot import all of "{file}": {problem}; {kept} entries before it are in the memory',
      docs: 'Correct the file if it is wrong, then import it again: entries that exist are not added twice',
    },
    L10N_THREAD: {
      type: 'PERMANENT',
      message: 'Cannot read "{file}": the thread that read it has exited',
      docs: 'Try again; if it exits again, more memory may help',
    },
    L10N_PATTERN: {
      type: 'VALIDATION',
      message: 'Cannot use the pattern {pattern}: {problem}',
      docs: 'Patterns are ECMAScript regular expressions with the flag v',
    },
    L10N_GLOSSARY: {
      type: 'VALIDATION',
      message: 'Cannot use the terms of "{file}": {problem}',
      docs: 'Terms come as CSV with columns such as source, target and locale:de, as TBX, or as JSON; see docs/terminology.md',
    },
    L10N_ENTITIES: {
      type: 'VALIDATION',
      message: 'Cannot use the entities of "{file}": {problem}',
      docs: 'Entities come as CSV with the columns text and type, or as a JSON list of { text, type }; see docs/entity-recognition.md',
    },
    L10N_TERMBASE: {
      type: 'VALIDATION',
      message: 'Cannot use the termbase: {problem}',
      docs: 'Correct the named concept, or import its file again',
    },
    L10N_PREVIOUS: {
      type: 'VALIDATION',
      message: 'Cannot read the previous version "{file}": {problem}',
      docs: 'Name a file of a known format, or parts that Helve has written',
    },
    L10N_PAIR: {
      type: 'VALIDATION',
      message: 'Cannot read "{file}" as a translation: {problem}',
      docs: 'Files without keys are paired block by block: give both the same structure, or leave the translation out. A format of your own sets `properties.key` of its blocks where entries have keys',
    },
    L10N_SKELETON: {
      type: 'VALIDATION',
      message: 'Cannot write as {format}: the skeleton is one of {other}',
      docs: 'Write a document with the format it was read with',
    },
    L10N_NO_SKELETON: {
      type: 'VALIDATION',
      message: 'Cannot write as {format}: there is no document to write into',
      docs: 'Only generative formats write a file that was never read',
    },
    L10N_EXCHANGE: {
      type: 'VALIDATION',
      message: 'Cannot use the manifest of batch "{batch}": {problem}',
      docs: 'Extract the files again; a manifest is written by Helve alone',
    },
    L10N_KEYS: {
      type: 'VALIDATION',
      message: 'Cannot convert "{file}": the keys "{one}" and "{other}" would both be "{name}"',
      docs: 'Rename one of them, or choose another style with `--keys`',
    },
    L10N_CONVERT: {
      type: 'VALIDATION',
      message: 'Cannot convert "{file}" to {format}: {problem}',
      docs: '`helve formats` lists the formats; documents go out as exchange files with `helve extract` and come back with `helve merge`',
    },
    L10N_OPTIONS: {
      type: 'VALIDATION',
      message: 'Cannot use {format} with these options: {problem}',
      docs: '`helve formats info` lists the options of a format',
    },
    L10N_CODES: {
      type: 'PERMANENT',
      message: 'Cannot accept the answer for block "{block}": {problem}',
      docs: 'Every inline code of the source must occur in the target exactly once',
    },
    L10N_VAULT: {
      type: 'PERMANENT',
      message: 'Cannot use the vault: {problem}',
      docs: 'Check the key and the file of the vault',
    },
    L10N_REDACTION_LEFT: {
      type: 'PERMANENT',
      message: 'Cannot redact block "{block}": what must be redacted is left in {surface} ({count})',
      docs: 'Report this as a bug: a surface was not covered',
    },
    L10N_RULES: {
      type: 'VALIDATION',
      message: 'Cannot use the rules of "{file}": {problem}',
      docs: 'A rules file is a JSON list of objects with "category" and either "term" or "pattern"',
    },
    L10N_SECRET_LOST: {
      type: 'PERMANENT',
      message: 'Cannot restore block "{block}": {count} tokens are missing or unknown',
      docs: 'Put the tokens back into the target, or set `onMissing` to "finding"',
    },
    L10N_EXEC_REFUSED: {
      type: 'CONFIRMATION_REQUIRED',
      message: 'Cannot run "{tool}": nobody has approved the commands and scripts of this flow',
      docs: 'Read them, then approve them with `--trust-exec {digest}`',
    },
    L10N_SCRIPT: {
      type: 'PERMANENT',
      message: 'Cannot run the script on block "{block}": {problem}',
      docs: 'Correct the script at the position it names',
    },
    L10N_PROVIDER: {
      type: 'TRANSIENT',
      message: 'Cannot use the provider "{provider}": {problem}',
      docs: 'Try again, or choose another provider',
    },
    L10N_PAIR_UNSUPPORTED: {
      type: 'VALIDATION',
      message: 'Cannot translate from "{from}" to "{to}" with {engine}: {problem}',
      docs: 'Choose another engine, or a locale that the engine supports',
    },
    L10N_COMMAND: {
      type: 'PERMANENT',
      message: 'Cannot run "{command}": {problem}',
      docs: 'Run the command by hand with the same input',
    },
  },
  L10nError,
);
