/** So long after G a letter is the second key of a way to another place. */
const SEQUENCE_MS = 1_000;

let before = { key: '', at: 0 };
let last = before;

/** Listens to which key was pressed before the present one, ahead of everybody else. Answers how to stop. */
export const watchKeys = (): (() => void) => {
  const note = ({ key }: KeyboardEvent): void => {
    before = last;
    last = { key, at: Date.now() };
  };
  document.addEventListener('keydown', note, true);
  return () => document.removeEventListener('keydown', note, true);
};

/** Is the present key the second one after G, with which ways to other places begin? */
export const isAfterG = (): boolean => before.key === 'g' && Date.now() - before.at < SEQUENCE_MS;
