/** So long after G a letter is the second key of a way to another place. */
const SEQUENCE_MS = 1_000;

let before = { key: '', at: 0 };
let last = before;

// Heard ahead of everyone else, and once: each further listener would count a key twice.
document.addEventListener(
  'keydown',
  ({ key }) => {
    before = last;
    last = { key, at: Date.now() };
  },
  true,
);

/** Is the present key the second one after G, with which ways to other places begin? */
export const isAfterG = (): boolean => before.key === 'g' && Date.now() - before.at < SEQUENCE_MS;
