/** Problems that a build can find in a tool folder, with hints. Codes with `W_` only warn. */
export const problemCodes = {
  BUILD_FOLDER_NAME:
    'Name the folder with lowercase letters, digits, "-" and "_", beginning with a letter, up to 64 in all',
  BUILD_FOLDER_RESERVED: 'Rename the folder, or write the registry elsewhere with `--out`',
  BUILD_ID_TWICE: 'Rename one of the folders: "-" and "_" count as the same',
  BUILD_FILE_MISSING: 'Add the file; `helve build --init NAME` shows what each one looks like',
  BUILD_FILE_UNREADABLE: 'Make it a readable file of UTF-8 text',
  BUILD_DOCS_TWICE: 'Keep either guide.md, or doc_summary.md and doc.md',
  BUILD_HANDLER_TWICE: 'Keep one of them',

  BUILD_JSON: 'Correct the JSON at this position',
  BUILD_FIELD_MISSING: 'Add the field to schema.json',
  BUILD_FIELD_UNKNOWN: 'Remove the field, or begin its name with "x-"',
  BUILD_FIELD_INVALID: 'Correct the value of the field',
  BUILD_ID_MISMATCH: 'Make `toolId` and the name of the folder agree',
  BUILD_MODE_UNKNOWN: 'Use a known mode, or declare this one with `--modes`',
  BUILD_POLICY: 'Change the category, or what the tool says it does',
  BUILD_SCHEMA: 'Correct the JSON Schema (2020-12)',
  BUILD_SCHEMA_ROOT: 'Set `"type": "object"` and `"additionalProperties": false` at the root of `parameters`',
  BUILD_SCHEMA_KEYWORD: 'Remove the keyword, correct its spelling, or begin its name with "x-"',
  BUILD_SCHEMA_REQUIRED: 'Declare the name in `properties`, or remove it from `required`',
  BUILD_SCHEMA_ID: 'Remove the `$id`, and use a reference such as "#/$defs/NAME"',
  BUILD_EXAMPLE: 'Use arguments that the tool accepts in every example',
  BUILD_PREVIEW: 'Name a parameter by its JSON pointer, such as {/to}',

  BUILD_SUMMARY: 'Say what the tool does in 2 to 4 lines of at most 250 characters together',
  BUILD_DOC_SECTION: 'Give doc.md a level-2 heading of this name, with text under it',
  BUILD_GUIDE_SUMMARY: 'Begin guide.md with a heading, and one line of at most 250 characters under it',

  BUILD_HANDLER: 'Correct the handler at this position',
  BUILD_HANDLER_EXECUTE: 'Export a function `execute(input, ctx)`, or `execute = contextHandler(…)` from @helve/core',
  BUILD_HANDLER_ALIAS: 'Import the module by a relative path: the aliases of a tsconfig.json are not followed',

  BUILD_PROVIDER: 'Simplify the parameters: every tool needs this form',
  BUILD_PROVIDER_FAILED: 'Report this: a compiler must not throw',
  BUILD_STRICT: 'Leave out `strict`, or simplify the parameters until every strict form can be made',
  BUILD_NARROWER: 'Simplify the parameters, or accept it by naming the provider in `x-allow-narrower`',

  W_UNCONFIRMED_WRITE: 'Set `requiresConfirmation`, unless the write needs no approval',
  W_UTILITY_NOT_IDEMPOTENT: 'Set `idempotent`, or make it an action',
  W_VOICE_BUDGET: 'Lower `latencyBudgetMs`, or leave "voice" out of `allowedModes`',
  W_SUMMARY_ONE_LINE: 'Add a line that says when to use the tool',
  W_LOSS: 'Simplify the parameters if the provider matters to you: arguments are still validated here',
  W_HANDLER: 'Check the handler at this position',
} as const;

export type ProblemCode = keyof typeof problemCodes;
