import { expect, it } from 'vitest';
import { forgetPerson } from './forgetPerson';

it('leaves settings of the device at a sign-out, such as switched off single-key shortcuts, and nothing of the person', () => {
  localStorage.setItem('single-keys', 'off');
  localStorage.setItem('theme', 'dark');
  localStorage.setItem('last-project:u1', 'p1');
  forgetPerson();
  expect(Object.keys(localStorage).toSorted()).toEqual(['single-keys', 'theme']);
  localStorage.clear();
});
