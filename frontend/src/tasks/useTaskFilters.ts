import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LIMITS } from '@contract/limits';
import { NO_FILTERS, readFilters, writeFilters, type TaskFilters } from './taskFilters';

const SETTLED_MS = 200;

/** The filters that the address holds, and the search as it is being typed. */
export const useTaskFilters = () => {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const [typed, setTyped] = useState(filters.search);
  // What the address said when it was last looked at, and what was last written to it.
  const [seen, setSeen] = useState(filters.search);
  const [sent, setSent] = useState(filters.search);
  if (filters.search !== seen) {
    setSeen(filters.search);
    // The address was changed by somebody else, such as the back button.
    if (filters.search !== sent) {
      setSent(filters.search);
      setTyped(filters.search);
    }
  }

  const change = (changes: Partial<TaskFilters>): void => {
    setParams((now) => writeFilters(now, changes), { replace: true, preventScrollReset: true });
  };
  const settle = useEffectEvent((search: string) => {
    setSent(search);
    change({ search });
  });
  useEffect(() => {
    const search = typed.trim().slice(0, LIMITS.searchMax);
    if (search === sent) return undefined;
    const timer = setTimeout(() => settle(search), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);

  const clear = (): void => {
    setTyped('');
    setSent('');
    const { orderBy, view } = filters;
    change({ ...NO_FILTERS, orderBy, view });
  };
  return { filters, typed, setTyped, change, clear };
};
