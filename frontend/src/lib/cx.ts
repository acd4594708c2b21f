/** Joins class names and leaves out what is not said. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
