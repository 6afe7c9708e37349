import { preferredTerm, type FoundTerm } from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { localeFlag } from '../tm/language-flags.js';
import { openTerms } from '@helve/project/term';
import { chosenTerms, termsFlag } from './terms-flag.js';
import { toTable } from '../../text/table.js';
import { projectLocation, flagText, type Command, type Invocation } from '../command.js';

/** `helve terms lookup TEXT`: the terms in a text, and those it is similar to. */
export const termsLookupCommand: Command = {
  name: 'lookup',
  args: ['<text>'],
  summary: 'find terms in a text, exact and similar',
  flags: [
    { name: 'from', value: 'LOCALE', docs: 'locale of the text (default: the source locale of the project)' },
    { name: 'to', value: 'LOCALE', docs: 'show the terms in this locale' },
    termsFlag,
    { name: 'min-score', value: 'SCORE', docs: 'minimum score, from 0 to 1 (default: 0.8)' },
  ],
  examples: [
    'terms lookup "save the files"',
    'terms lookup Datei --from de --to en',
    'terms lookup fiel --min-score 0.5',
  ],
  notes: () => 'A term as it is written scores 1, in another case 0.95, in another form 0.9; similar ones score less.',
  configOptional: true,
  async run(invocation) {
    const {
      terminal,
      flags,
      args: [text = ''],
    } = invocation;
    const opened = await openTerms(projectLocation(invocation));
    const terms = await chosenTerms(opened, invocation);
    const locale = localeFlag(flags, 'from') ?? opened.sourceLocale;
    const to = localeFlag(flags, 'to');
    const found = terms.lookup(text, { locale, minScore: scoreFlag(flags) }).map((each) => toRow(each, text, to));
    if (terminal.output.json) printJson({ schema: 'helve.terms/v1', text, locale, matches: found }, terminal);
    else if (found.length === 0) terminal.notify('No term was found');
    else {
      const rows = found.map(({ term, score, match, status, conceptId, targets }) => [
        term,
        score.toFixed(2),
        match,
        status,
        conceptId,
        targets.join(', '),
      ]);
      const { style, width } = terminal;
      terminal.print(
        toTable(rows, { header: ['TERM', 'SCORE', 'MATCH', 'STATUS', 'CONCEPT', 'TARGETS'], style, width }),
      );
    }
    return ExitCode.done;
  },
};

function toRow(
  { term: { term, concept }, start, end, score, matchType }: FoundTerm,
  text: string,
  to: string | undefined,
) {
  const best = to === undefined ? undefined : preferredTerm(concept, to);
  const others = concept.terms.filter(({ locale }) => to === undefined && locale !== term.locale);
  return {
    term: term.text,
    found: text.slice(start, end),
    start,
    end,
    score,
    match: matchType,
    status: term.status,
    conceptId: concept.id,
    domain: concept.domain,
    targets: [...(best === undefined ? [] : [best]), ...others].map((each) => `${each.locale}:${each.text}`),
  };
}

function scoreFlag(flags: Invocation['flags']): number {
  const text = flagText(flags, 'minScore') ?? '0.8';
  const score = Number(text);
  if (text.trim() !== '' && score >= 0 && score <= 1) return score;
  throw cliErrors.create('CLI_USAGE', { problem: `--min-score is a number from 0 to 1, not "${text}"` });
}
