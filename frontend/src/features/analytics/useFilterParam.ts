import { useAddressParam } from '../../lib/useAddressParams';

/** A valid filter value: the id of a person or project, or a word; '' means all. */
const isId = (value: string): boolean => /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value);

/** Returns one filter of the address, and a function that changes it. */
export const useFilterParam = (name: string): [value: string, change: (value: string) => void] => {
  const [given, change] = useAddressParam(name);
  return [given !== null && isId(given) ? given : '', (value) => change(value || null)];
};
