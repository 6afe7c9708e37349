import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An event as a tool hands it over. */
export interface CalendarEvent {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly attendees: readonly string[];
  readonly location?: string;
}

/** A calendar that events can be added to; the same event twice is added once. */
export interface Calendar {
  add(event: CalendarEvent): Promise<string | undefined>;
}

const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//helve//agents//EN\r\n';
const tail = 'END:VCALENDAR\r\n';

/** A calendar in one iCalendar file, which every calendar application opens. */
export function createFileCalendar(file: string): Calendar {
  let last: Promise<unknown> = Promise.resolve();
  const add = async (event: CalendarEvent) => {
    const text = await readFile(file, 'utf8').catch(() => head + tail);
    const id = idOf(event);
    if (text.includes(`UID:${id}\r\n`)) return undefined;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.slice(0, -tail.length) + toIcs(id, event) + tail);
    return id;
  };
  return {
    // One after the other, since each writes the whole file.
    add: (event) => {
      const added = last.then(() => add(event));
      last = added.catch(() => undefined);
      return added;
    },
  };
}

function toIcs(id: string, { title, start, end, attendees, location }: CalendarEvent): string {
  const lines = [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${toStamp(start)}`,
    `DTSTART:${toStamp(start)}`,
    `DTEND:${toStamp(end)}`,
    `SUMMARY:${escape(title)}`,
    ...(location === undefined ? [] : [`LOCATION:${escape(location)}`]),
    ...attendees.map((address) => `ATTENDEE:mailto:${escape(address)}`),
    'END:VEVENT',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function idOf({ title, start }: CalendarEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([title, Date.parse(start)]))
    .digest('hex')
    .slice(0, 16);
}

function toStamp(moment: string): string {
  return new Date(moment).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

/** Commas, semicolons, backslashes and line ends mean something in this format. */
function escape(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
}
