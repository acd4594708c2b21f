/** Letters that are no base letter with an accent, as the server's folding spells them. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  ı: 'i',
};

/** Text as a search compares it: without case and accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    // Lower case may bring accents of its own: 'İ' becomes an 'i' with a dot above.
    .replace(/\p{Mn}/gu, '')
    .replace(/[ßæœøđðþħłŧı]/g, (letter) => SPELLED[letter] ?? letter);

/** Folded once for a task as it is now: a list is searched with every letter that is typed. */
const folded = new WeakMap<object, string>();

/** Is the searched text in a task's title or description? The server's meaning of a search. */
export const matchesSearch = (task: { title: string; description: string }, search: string): boolean => {
  let text = folded.get(task);
  if (text === undefined) {
    text = fold(`${task.title}\n${task.description}`);
    folded.set(task, text);
  }
  return text.includes(fold(search.trim()));
};
