import { useSearchParams } from 'react-router-dom';

/** A valid filter value: the id of a person or project, or a word; '' means all. */
const isId = (value: string): boolean => /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value);

/** Returns one filter of the address, and a function that changes it. */
export const useFilterParam = (name: string): [value: string, change: (value: string) => void] => {
  const [params, setParams] = useSearchParams();
  const given = params.get(name) ?? '';
  const change = (value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [isId(given) ? given : '', change];
};
