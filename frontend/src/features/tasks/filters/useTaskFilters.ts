import { useEffect, useEffectEvent, useState } from 'react';
import { fitText } from '@contract/graphemes';
import { LIMITS } from '@contract/limits';
import { useAddressParams } from '../../../lib/useAddressParams';
import { NO_FILTERS, readFilters, writeFilters, type TaskFilters } from './taskFilters';

const DEBOUNCE_MS = 200;
const NO_CHANGES: Partial<TaskFilters> = {};

/** Returns the filters in the address, and the search text as it is being typed. */
export const useTaskFilters = () => {
  const [params, setParams] = useAddressParams();
  // The address changes a moment later; until then the change is already shown.
  const [ahead, setAhead] = useState<{ of: URLSearchParams; changes: Partial<TaskFilters> } | null>(null);
  const changes = ahead?.of === params ? ahead.changes : NO_CHANGES;
  const filters = { ...readFilters(params), ...changes };
  const [typed, setTyped] = useState(filters.search);
  // The filters last read from the address, and those last written to it.
  const [seen, setSeen] = useState(filters.search);
  const [sent, setSent] = useState(filters.search);
  if (filters.search !== seen) {
    setSeen(filters.search);
    // Something else, such as the Back button, has changed the address.
    if (filters.search !== sent) {
      setSent(filters.search);
      setTyped(filters.search);
    }
  }

  const change = (more: Partial<TaskFilters>): void => {
    setAhead({ of: params, changes: { ...changes, ...more } });
    setParams((now) => writeFilters(now, more), { replace: true });
  };
  const settle = useEffectEvent((search: string) => {
    setSent(search);
    change({ search });
  });
  useEffect(() => {
    const search = fitText(typed.trim(), LIMITS.searchMax);
    if (search === sent) return undefined;
    const timer = setTimeout(() => settle(search), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);

  const clear = (): void => {
    setTyped('');
    setSent('');
    const { orderBy, groupBy, view } = filters;
    change({ ...NO_FILTERS, orderBy, groupBy, view });
  };
  return { filters, typed, setTyped, change, clear };
};
