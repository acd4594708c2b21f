import { expect, it } from 'vitest';
import { isFirstVisit } from './isFirstVisit';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const account = (createdAt: string) => ({ createdAt });

it('a visit is the first one if the server knows of none before it, however old the account is', () => {
  expect(isFirstVisit(account('2025-01-01T00:00:00Z'), { at: null }, NOW)).toBe(true);
  expect(isFirstVisit(account('2026-11-25T11:55:00Z'), { at: '2026-11-25T11:56:00Z' }, NOW)).toBe(false);
});

it('before the server has answered, an account that was created just now is on its first visit', () => {
  expect(isFirstVisit(account('2026-11-25T11:55:00Z'), undefined, NOW)).toBe(true);
  expect(isFirstVisit(account('2026-11-25T11:25:00Z'), undefined, NOW)).toBe(false);
});
