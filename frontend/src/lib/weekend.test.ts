import { expect, it, vi } from 'vitest';
import { weekendDays, weekStart } from './locale';

/* French was chosen in an Egyptian browser. */
vi.mock('../language/language', async (load) => ({ ...(await load<object>()), LANGUAGE: 'fr', LOCALE: 'fr' }));

it('is that of the chosen language, like the first day of the week', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('ar-EG');
  expect(weekStart()).toBe(1);
  expect(weekendDays()).toEqual([6, 0]);
});
