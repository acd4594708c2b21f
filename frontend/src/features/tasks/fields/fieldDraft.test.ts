import { describe, expect, it } from 'vitest';
import { afterSave, isConflict, keepDraft, keptDraft, changeDraft } from './fieldDraft';

describe('what is typed', () => {
  it('keeps the value from before the typing, however often the field changes meanwhile', () => {
    const begun = changeDraft<string>(null, 'Press kit', 'Press kit 2');
    expect(begun).toEqual({ base: 'Press kit', value: 'Press kit 2' });
    expect(changeDraft(begun, 'Theirs', 'Press kit 23')).toEqual({ base: 'Press kit', value: 'Press kit 23' });
  });

  it('is no change if it equals the unchanged value of the field', () => {
    const begun = changeDraft<string>(null, 'Press kit', 'Press kit 2');
    expect(changeDraft(begun, 'Press kit', 'Press kit')).toBeNull();
    expect(changeDraft(begun, 'Theirs', 'Press kit')).toEqual({ base: 'Press kit', value: 'Press kit' });
  });

  it('continues from the saved value if more was typed during the save', () => {
    const sent = { base: 'a', value: 'ab ' };
    expect(afterSave(sent, 'ab ', 'ab')).toBeNull();
    expect(afterSave({ base: 'a', value: 'abc' }, 'ab ', 'ab')).toEqual({ base: 'ab', value: 'abc' });
    expect(afterSave<string>(null, 'ab', 'ab')).toBeNull();
  });
});

describe('a conflict', () => {
  const draft = { base: 'a', value: 'mine' };
  it('needs another value than both the old one and the wanted one', () => {
    expect(isConflict(draft, 'theirs')).toBe(true);
    expect(isConflict(draft, 'a')).toBe(false);
    expect(isConflict(draft, 'mine')).toBe(false);
    expect(isConflict<string>(null, 'theirs')).toBe(false);
  });

  it('compares tags by their texts', () => {
    const tags = { base: ['a'], value: ['a', 'b'] };
    expect(isConflict(tags, ['a'])).toBe(false);
    expect(isConflict(tags, ['a', 'c'])).toBe(true);
  });
});

describe('a kept draft', () => {
  it('is restored after a reload with its base value, even if it is empty', () => {
    expect(keptDraft('k')).toBeNull();
    keepDraft('k', { base: 'Press kit', value: '' });
    expect(keptDraft('k')).toEqual({ base: 'Press kit', value: '' });
    keepDraft('k', null);
    expect(keptDraft('k')).toBeNull();
  });
});
