import { SEQUENCE_KEY } from './keys';

/** The same time that tinykeys waits for the second key. */
const SEQUENCE_MS = 1_000;

let before = { key: '', at: 0 };
let last = before;

// One listener for the whole app: a second one would count each key twice.
document.addEventListener(
  'keydown',
  // Chrome's autofill sends events without a key.
  ({ key }: { key?: string }) => {
    before = last;
    last = { key: key?.toLowerCase() ?? '', at: Date.now() };
  },
  true,
);

/** Whether the current key is the second one of a sequence such as G T, so that it has no other meaning. */
export const isSequenceEnd = (): boolean => before.key === SEQUENCE_KEY && Date.now() - before.at < SEQUENCE_MS;
