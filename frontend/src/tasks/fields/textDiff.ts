/** A text in three: where it agrees with the other one, where it differs, where it agrees again. */
export type DiffParts = readonly [before: string, own: string, after: string];

const words = (text: string): string[] => text.split(/(\s+)/u);

/** Where two texts differ, in whole words. */
export const differing = (mine: string, theirs: string): { mine: DiffParts; theirs: DiffParts } => {
  const a = words(mine);
  const b = words(theirs);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const cut = (list: string[]): DiffParts => [
    list.slice(0, start).join(''),
    list.slice(start, list.length - end).join(''),
    list.slice(list.length - end).join(''),
  ];
  return { mine: cut(a), theirs: cut(b) };
};
