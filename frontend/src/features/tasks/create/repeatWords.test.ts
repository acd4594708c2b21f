import { expect, it } from 'vitest';
import { findRepeat } from './repeatWords';

it('finds the longest rule at the beginning, and leaves the sentence its end', () => {
  expect(findRepeat('every mon and thu, call them')).toEqual({ end: 17, value: 'FROM_DUE FREQ=WEEKLY;BYDAY=MO,TH' });
  expect(findRepeat('every day!')).toEqual({ end: 9, value: 'FROM_DUE FREQ=DAILY' });
  expect(findRepeat('every! 3 days')).toEqual({ end: 13, value: 'FROM_DONE FREQ=DAILY;INTERVAL=3' });
  expect(findRepeat('everyone comes')).toBeNull();
});
