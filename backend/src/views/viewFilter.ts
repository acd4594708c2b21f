import { VIEW_FILTERS, type ViewFilter } from '../../contract/views.js';
import { unknownName } from '../platform/lib/errors.js';

/** Refuses misspelled filters, which would match everything. (GraphQL refuses unknown fields by itself.) */
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
