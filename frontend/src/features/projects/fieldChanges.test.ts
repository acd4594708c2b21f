import { describe, expect, it } from 'vitest';
import { changedFields, conflictingFields, keepMine, takeTheirs } from './fieldChanges';

const base = { name: 'Website', description: 'Shop', color: '#2f8068' };

describe('changes to a form', () => {
  it('names only the fields that differ', () => {
    expect(changedFields(base, { ...base })).toEqual([]);
    expect(changedFields(base, { ...base, name: 'Site' })).toEqual(['name']);
  });

  it('finds a conflict only where both changed the same field to different texts', () => {
    const mine = { ...base, name: 'Mine', description: 'Both' };
    expect(conflictingFields(base, mine, { ...base, color: '#4568b8' })).toEqual([]);
    expect(conflictingFields(base, mine, { ...base, name: 'Theirs', description: 'Both' })).toEqual(['name']);
  });

  it('keeps what only one side changed, whichever side wins the conflict', () => {
    const mine = { ...base, name: 'Mine', description: 'My text' };
    const theirs = { ...base, name: 'Theirs', color: '#4568b8' };
    expect(takeTheirs(base, mine, theirs)).toEqual({ name: 'Theirs', description: 'My text', color: '#4568b8' });
    expect(keepMine(base, mine, theirs)).toEqual({ name: 'Mine', description: 'My text', color: '#4568b8' });
  });
});
