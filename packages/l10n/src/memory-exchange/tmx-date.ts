const form = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z$/u;

/** Parses a date of TMX to ISO 8601; returns undefined for anything else. */
export function fromTmxDate(text: string | undefined): string | undefined {
  const [, year, month, day, hours, minutes, seconds] = form.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
}

/** Formats an ISO 8601 date for TMX. */
export function toTmxDate(iso: string): string | undefined {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/[-:]|\.\d+/gu, '');
}
