import { contextHandler, ToolError, type HandlerFacts } from '@helve/core';

interface Arguments {
  readonly title: string;
  readonly start: string;
  readonly duration_minutes?: number;
  readonly attendees?: readonly string[];
  readonly location?: string;
}

/** One event, as the calendar takes it. */
export interface CalendarEvent {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly attendees: readonly string[];
  readonly location?: string;
}

/** Right that the application gives this tool: to add one event. `undefined` means that the same one is there already. */
export interface CalendarCapability {
  add(event: CalendarEvent): Promise<string | undefined>;
}

/** Runs only after a person has seen the preview and said yes; the session sees to that. */
export const execute = contextHandler(async ({ args, capabilities }: HandlerFacts<Arguments>) => {
  const calendar = capabilities['calendar'] as CalendarCapability | undefined;
  if (calendar === undefined) throw new ToolError('PERMANENT', 'Cannot create an event: no calendar is connected');
  const { title, start, duration_minutes: minutes = 30, attendees = [], location } = args;
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
  const id = await calendar.add({ title, start, end, attendees, ...(location === undefined ? {} : { location }) });
  if (id === undefined) throw new ToolError('CONFLICT', `Cannot create "${title}": it is in the calendar at that time`);
  return { ok: true, data: { event_id: id, title, start, end, attendees } };
});
