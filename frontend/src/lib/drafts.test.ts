// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearDraft, hasDraft, readDraft, writeDraft } from './drafts';

const EMPTY = { title: '', description: '', urgent: false };

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('drafts', () => {
  it('return the stored fields', () => {
    writeDraft('task', { title: 'Pricing page', description: '', urgent: true });
    expect(hasDraft('task')).toBe(true);
    expect(readDraft('task', EMPTY)).toEqual({ title: 'Pricing page', description: '', urgent: true });
  });

  it('are empty at first, and after they are cleared', () => {
    expect(hasDraft('task')).toBe(false);
    expect(readDraft('task', EMPTY)).toEqual(EMPTY);
    writeDraft('task', { title: 'x' });
    clearDraft('task');
    expect(readDraft('task', EMPTY)).toEqual(EMPTY);
  });

  it('return only fields of the form, with the same type', () => {
    writeDraft('task', { title: 5, description: 'kept', urgent: 'yes', gone: 'x' });
    expect(readDraft('task', EMPTY)).toEqual({ title: '', description: 'kept', urgent: false });
  });

  it('are empty if they cannot be read', () => {
    for (const broken of ['{', '"text"', 'null', '[1]']) {
      sessionStorage.setItem('draft:task', broken);
      expect(readDraft('task', EMPTY)).toEqual(EMPTY);
    }
  });

  it('last as long as the page if storage is forbidden', () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    writeDraft('task', { title: 'x' });
    expect(readDraft('task', EMPTY).title).toBe('x');
    clearDraft('task');
    expect(hasDraft('task')).toBe(false);
  });
});
