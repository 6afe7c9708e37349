import { countOf, digest } from '@helve/core';
import { canonicalLocale, targetStatuses } from '@helve/flow';
import type { FoundInput } from '@helve/flow/engine';
import { ExitCode } from '../../exit-code.js';
import { findInputs } from '@helve/flow/engine';
import { printJson } from '../../text/print-json.js';
import { readChoice } from '../../output-options.js';
import { toTable } from '../../text/table.js';
import { localeFlag, localesFlag } from './language-flags.js';
import { readLessons, type Lesson, type LessonCounts, readPairs, withNewMemory } from '@helve/project/memory';
import { createTmProgress } from './tm-progress.js';
import { chosenMemories, tmFlag } from './tm-flag.js';
import { ownerFlag } from './project-flag.js';
import { flagText, type Command, type Invocation } from '../command.js';

const DEFAULT_STATUS = 'translated';

/** `helve tm learn FILES`: remembers the translations that files hold. */
export const tmLearnCommand: Command = {
  name: 'learn',
  args: ['<files...>'],
  summary:
    'remember the translations of PO, XLIFF and other files with both languages, or of two files beside each other',
  flags: [
    tmFlag,
    {
      name: 'from',
      value: 'LOCALE',
      docs: 'source language of files that do not name one (default: that of the project)',
    },
    { name: 'to', value: 'LOCALES', docs: 'target languages to learn, separated by commas' },
    {
      name: 'with',
      value: 'LOCALE=FILE',
      docs: 'translation of a file with one language; blocks are paired by name',
    },
    {
      name: 'status',
      value: 'STATUS',
      docs: `minimum status of a target: ${targetStatuses.join(', ')} (default: ${DEFAULT_STATUS})`,
    },
    ownerFlag,
  ],
  examples: [
    'tm learn po/de.po',
    "tm learn 'handoff/**/*.xlf' --status reviewed --project shop",
    'tm learn app/en.json --with de=app/de.json',
  ],
  notes: () =>
    'Targets that are not far enough, and those whose inline codes are not those of the source, are left out.',
  configOptional: true,
  async run(invocation) {
    const { terminal, args, flags, openFlows } = invocation;
    const [memories, { formats }] = [await chosenMemories(invocation), await openFlows()];
    const { files } = await findInputs(args, terminal.io.cwd);
    const { io } = terminal;
    const from = localeFlag(flags, 'from') ?? canonicalLocale(memories.config.locales.source ?? 'en');
    const pairs = await readPairs(flagText(flags, 'with'), {
      formats,
      cwd: io.cwd,
      folder: memories.folder,
      signal: io.signal,
    });
    const startedAt = new Date().toISOString();
    const session = `learn-${digest([startedAt, ...files.map(({ id }) => id)]).slice(0, 24)}`;
    const lesson: Lesson = { from, ...toLesson(flags), session, formats, pairs, signal: io.signal };
    const progress = createTmProgress(terminal);
    const counts: (LessonCounts & { readonly file: string })[] = [];
    return withNewMemory(memories.write, async ({ memory, storage, location }) => {
      async function* drafts(inputs: readonly FoundInput[]) {
        for (const [index, input] of inputs.entries()) {
          progress.begin(input.id);
          counts.push({ file: input.id, ...(yield* readLessons(input, lesson)) });
          progress.show((index + 1) / inputs.length, `${index + 1} of ${countOf(inputs.length, 'file')}`);
          progress.end();
        }
      }
      const added = await memory.add(drafts(files));
      progress.done();
      const entries = counts.reduce((sum, { learned }) => sum + learned, 0);
      if (entries > 0) {
        const source = files.map(({ id }) => id).join(' ');
        await storage.putSession({ id: session, kind: 'learn', source, header: {}, entries, startedAt });
      }
      const result = { memory: location.name, session, files: counts, ...added };
      if (terminal.output.json) printJson({ schema: 'helve.tm/v1', ...result }, terminal);
      else showLesson(result, invocation);
      return ExitCode.done;
    });
  },
};

function toLesson(flags: Invocation['flags']): Pick<Lesson, 'to' | 'minStatus' | 'project'> {
  return {
    to: localesFlag(flags, 'to'),
    minStatus: readChoice(flagText(flags, 'status'), 'status', targetStatuses) ?? DEFAULT_STATUS,
    project: flagText(flags, 'project'),
  };
}

interface Learned {
  readonly memory: string;
  readonly files: readonly (LessonCounts & { readonly file: string })[];
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

function showLesson({ memory, files, added, updated, unchanged }: Learned, { terminal }: Invocation): void {
  const { style, width } = terminal;
  const rows = files.map(({ file, blocks, learned, early, broken }) => [
    ...[blocks, learned, early, broken].map(String),
    file,
  ]);
  terminal.print(toTable(rows, { header: ['BLOCKS', 'LEARNED', 'TOO EARLY', 'OTHER CODES', 'FILE'], style, width }));
  terminal.notify(`The memory "${memory}": ${added} new, ${updated} updated, ${unchanged} known already`);
  const drafts = files.reduce((sum, file) => sum + file.drafts, 0);
  if (drafts > 0) {
    terminal.notify(
      `${countOf(drafts, 'draft')} of engines left out, which nobody has changed or approved since; --status draft learns them too`,
    );
  }
  if (files.every(({ learned, early, broken }) => learned + early + broken === 0)) {
    terminal.notify('These files hold no translations; name those of a file with one language by --with LOCALE=FILE');
  }
}
