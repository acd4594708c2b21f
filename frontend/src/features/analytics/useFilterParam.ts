import { useAddressParam } from '../../lib/useAddressParams';

/** Whether the value is the id of a person or project, or one of the two words. */
const isId = (value: string): boolean => /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(value);

/** Returns one filter of the address, and a function that changes it. '' means all. */
export const useFilterParam = (name: string): [value: string, change: (value: string) => void] => {
  const [given, change] = useAddressParam(name);
  return [given !== null && isId(given) ? given : '', (value) => change(value || null)];
};
