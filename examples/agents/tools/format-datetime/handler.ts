import { contextHandler, ToolError, type HandlerFacts } from '@helve/core';

interface Arguments {
  readonly datetime: string;
  readonly time_zone?: string;
  readonly locale?: string;
  readonly style?: 'short' | 'medium' | 'long' | 'full';
}

/** All the knowledge of zones and languages is the platform's own. */
export const execute = contextHandler(({ args }: HandlerFacts<Arguments>) => {
  const { datetime, time_zone: timeZone = 'UTC', locale = 'en-GB', style = 'long' } = args;
  const text = formatOf(locale, { timeZone, dateStyle: style, timeStyle: style }).format(new Date(datetime));
  return { ok: true, data: { text, time_zone: timeZone, locale } };
});

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch (cause) {
    const known = `"${options.timeZone ?? ''}" or "${locale}" is not known here`;
    throw new ToolError('PERMANENT', `Cannot format the date: ${known}`, { cause });
  }
}
