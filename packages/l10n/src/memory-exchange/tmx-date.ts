const form = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z$/u;

/** A date of TMX as ISO 8601; nothing for what is none. */
export function fromTmxDate(text: string | undefined): string | undefined {
  const [, year, month, day, hours, minutes, seconds] = form.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
}

/** A date of ISO 8601 as TMX writes it. */
export function toTmxDate(iso: string): string | undefined {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/[-:]|\.\d+/gu, '');
}
