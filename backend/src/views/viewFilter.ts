import { VIEW_FILTERS, type ViewFilter } from '../../contract/views.js';
import { unknownName } from '../platform/lib/errors.js';

/** A misspelled filter would match everything. GraphQL rejects it on its own. */
export function refuseUnknownFilters(raw: unknown): void {
  const filter = (raw as { filter?: unknown } | null)?.filter;
  if (typeof filter !== 'object' || filter === null) return;
  const unknown = Object.keys(filter).find((name) => !VIEW_FILTERS.some((known) => known === name));
  if (unknown !== undefined) throw unknownName('filter', unknown);
}

export const omitEmpty = (filter: ViewFilter): object =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value != null && value !== '' && !(Array.isArray(value) && !value[0])),
  );
