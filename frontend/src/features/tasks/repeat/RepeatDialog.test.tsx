import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RepeatDialog } from './RepeatDialog';

it('focuses the first value that is missing, at each attempt', async () => {
  render(
    <RepeatDialog repeat={null} day="2026-11-24" onSave={() => Promise.resolve(true)} onClose={() => undefined} />,
  );
  const user = userEvent.setup();
  const every = screen.getByLabelText('Every');
  const save = screen.getByRole('button', { name: 'Save' });
  await user.clear(every);
  await user.click(save);
  await waitFor(() => expect(every).toHaveFocus());
  expect(every).toBeInvalid();
  await user.click(save);
  await waitFor(() => expect(every).toHaveFocus());
});

it('focuses the weekdays if none is chosen, and describes them by the reason, at each attempt', async () => {
  render(
    <RepeatDialog repeat={null} day="2026-11-24" onSave={() => Promise.resolve(true)} onClose={() => undefined} />,
  );
  const user = userEvent.setup();
  const days = screen.getByRole('group', { name: 'On' });
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(screen.getByRole('button', { name: 'Tuesday' }));
  await user.click(save);
  await waitFor(() => expect(days).toHaveFocus());
  expect(days).toHaveAccessibleDescription('Choose at least one day');
  await user.click(save);
  await waitFor(() => expect(days).toHaveFocus());
});

it('has no label that names a missing field', () => {
  render(
    <RepeatDialog repeat={null} day="2026-11-24" onSave={() => Promise.resolve(true)} onClose={() => undefined} />,
  );
  for (const name of ['Counted', 'Ends']) {
    expect(screen.getByRole('radiogroup', { name })).toBeVisible();
    expect(screen.getByText(name)).not.toHaveAttribute('for');
  }
});
