import { expect, it, vi } from 'vitest';
import { anchorPlace } from './anchorPlace';

it('follows its element, and stays where the element was when it leaves the page', () => {
  const row = document.createElement('div');
  const rect = vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 30, 40));
  document.body.append(row);
  const place = anchorPlace(row);
  expect(place.getBoundingClientRect().top).toBe(20);
  rect.mockReturnValue(new DOMRect(10, 60, 30, 40));
  expect(place.getBoundingClientRect().top).toBe(60);
  row.remove();
  // A browser's answer for an element outside of the page.
  rect.mockReturnValue(new DOMRect(0, 0, 0, 0));
  expect(place.getBoundingClientRect().top).toBe(60);
});
