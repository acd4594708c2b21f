import { describe, expect, it } from 'vitest';
import { beginField, fieldView, nextField, type TaskFieldEvent, type TaskFieldState } from './taskFieldState';

type State = TaskFieldState<string>;
type Event = TaskFieldEvent<string>;

const text = beginField<string>(true, null);
const choice = beginField<string>(false, null);

const after = (state: State, ...events: Event[]): State => events.reduce(nextField, state);
const typed = (value: string, stored = 'old'): Event => ({ type: 'typed', value, stored });
const sent = (value: string, stored = 'old'): Event => ({ type: 'sent', stored, checked: { value } });
const saved: Event = { type: 'saved' };
const refused = (more: Partial<Extract<Event, { type: 'refused' }>> = {}): Event => ({
  type: 'refused',
  refusal: { message: 'No', isUnsent: false },
  isOutdated: false,
  ...more,
});

describe('a field that is edited', () => {
  it('shows what is typed until it is saved, then what the task has', () => {
    const half = after(text, typed('new'));
    expect(fieldView(half, 'old')).toEqual({
      value: 'new',
      stored: 'old',
      isChanged: true,
      pending: false,
      error: undefined,
      conflict: null,
    });
    const onItsWay = after(half, sent('new'));
    expect(onItsWay.sending).toEqual({ draft: { base: 'old', value: 'new' }, value: 'new' });
    const done = after(onItsWay, saved);
    expect(done).toEqual(text);
    expect(fieldView(done, 'new')).toMatchObject({ value: 'new', isChanged: false, pending: false });
  });

  it('sends no unchanged and no invalid value', () => {
    expect(after(text, typed('old '), sent('old'))).toEqual(text);
    const faulty = after(text, typed(' '), { type: 'sent', stored: 'old', checked: { fault: 'Title is required' } });
    expect(faulty.sending).toBeNull();
    expect(fieldView(faulty, 'old')).toMatchObject({ value: ' ', error: 'Title is required' });
    expect(after(faulty, typed('new')).refusal).toBeNull();
  });

  it('sends one value at a time, and continues with later typing', () => {
    const busy = after(text, typed('ab '), sent('ab'), typed('abc', 'ab'), sent('abc', 'ab'));
    expect(busy).toMatchObject({ wantsMore: true, sending: { value: 'ab' } });
    const next = after(busy, saved);
    expect(next).toMatchObject({ draft: { base: 'ab', value: 'abc' }, sending: null, wantsMore: true });
    expect(after(next, sent('abc', 'ab'))).toMatchObject({ sending: { value: 'abc' }, wantsMore: false });
  });
});

describe('a conflict', () => {
  it('exists between typed text and a change by others, and blocks sending', () => {
    const mine = after(text, typed('mine'));
    expect(fieldView(mine, 'theirs')).toMatchObject({ value: 'mine', conflict: { mine: 'mine', theirs: 'theirs' } });
    expect(after(mine, sent('mine', 'theirs'))).toEqual(mine);
    const kept = after(mine, { type: 'rebased', value: 'mine', stored: 'theirs' });
    expect(fieldView(kept, 'theirs').conflict).toBeNull();
    expect(after(kept, sent('mine', 'theirs')).sending).not.toBeNull();
    expect(fieldView(after(mine, { type: 'undone' }), 'theirs')).toMatchObject({ value: 'theirs', conflict: null });
  });

  it('shows the other person’s choice until it is resolved', () => {
    expect(fieldView(after(choice, typed('mine')), 'theirs')).toMatchObject({
      value: 'theirs',
      conflict: { mine: 'mine', theirs: 'theirs' },
    });
  });

  it('does not exist with an own change in progress', () => {
    const own = after(text, typed(' new'), sent('new'));
    expect(fieldView(own, 'new')).toMatchObject({ pending: true, conflict: null });
    // Nor while more is typed over it.
    expect(fieldView(after(own, typed('newer', 'new')), 'new')).toMatchObject({ value: 'newer', conflict: null });
  });
});

describe('a refusal', () => {
  it('keeps a text and reverts a choice, both with the reason', () => {
    expect(fieldView(after(text, typed('new'), sent('new'), refused()), 'old')).toMatchObject({
      value: 'new',
      error: 'No',
      pending: false,
    });
    expect(fieldView(after(choice, typed('new'), sent('new'), refused()), 'old')).toMatchObject({
      value: 'old',
      error: 'No',
      isChanged: false,
    });
  });

  it('of an outdated choice keeps it as a conflict, without a message', () => {
    const outdated = after(choice, typed('mine'), sent('mine'), refused({ isOutdated: true, refusal: null }));
    expect(fieldView(outdated, 'theirs')).toMatchObject({
      error: undefined,
      conflict: { mine: 'mine', theirs: 'theirs' },
    });
  });

  it('drops the values that were to be sent next', () => {
    const state = after(text, typed('a'), sent('a'), typed('ab', 'a'), sent('ab', 'a'), refused());
    expect(state).toMatchObject({ wantsMore: false, draft: { base: 'old', value: 'ab' } });
  });

  it('without a connection stays marked until other text is typed or it is resolved', () => {
    const unsent = after(text, typed('a'), sent('a'), refused({ refusal: { message: 'Offline', isUnsent: true } }));
    expect(unsent.refusal).toEqual({ message: 'Offline', isUnsent: true });
    expect(after(unsent, typed('ab')).refusal).toBeNull();
    const back = after(unsent, { type: 'settled' }, sent('a'));
    expect(back).toMatchObject({ refusal: null, sending: { value: 'a' } });
  });

  it('of an invalid choice keeps the values that were to be sent next', () => {
    const waiting = after(choice, typed('a'), sent('a'), typed('b', 'a'), sent('b', 'a'));
    const faulty = after(waiting, { type: 'faulty', fault: 'Too long' });
    expect(faulty).toEqual({ ...waiting, refusal: { message: 'Too long', isUnsent: false } });
    expect(after(faulty, saved)).toMatchObject({ draft: { base: 'a', value: 'b' }, wantsMore: true });
  });
});
