import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useLetterKey } from './useLetterKey';

/** A page with two letters, as the calendar of a phone has them. */
const Page = ({ onToday, onNew }: { onToday: () => void; onNew: () => void }) => {
  useLetterKey('t', onToday);
  useLetterKey('n', onNew);
  return (
    <>
      <button type="button">Day</button>
      <button type="button" role="combobox" aria-expanded="false" aria-controls="list">
        Status
      </button>
    </>
  );
};

const setUp = () => {
  const [onToday, onNew] = [vi.fn(), vi.fn()];
  render(<Page onToday={onToday} onNew={onNew} />);
  return { user: userEvent.setup(), onToday, onNew };
};

it('leaves T to "go to Tasks" behind G, however many letters a page has', async () => {
  const { user, onToday } = setUp();
  await user.keyboard('gt');
  expect(onToday).not.toHaveBeenCalled();
  await user.keyboard('t');
  expect(onToday).toHaveBeenCalledOnce();
});

it('handles letters with Caps Lock', async () => {
  const { user, onToday } = setUp();
  await user.keyboard('GT');
  expect(onToday).not.toHaveBeenCalled();
  await user.keyboard('T');
  expect(onToday).toHaveBeenCalledOnce();
});

it('leaves letters to a choice that has the focus', async () => {
  const { user, onNew } = setUp();
  screen.getByRole('combobox').focus();
  await user.keyboard('n');
  expect(onNew).not.toHaveBeenCalled();
  screen.getByRole('button').focus();
  await user.keyboard('n');
  expect(onNew).toHaveBeenCalledOnce();
});
