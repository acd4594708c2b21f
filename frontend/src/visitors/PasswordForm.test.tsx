import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PasswordForm } from './PasswordForm';
import { openLink, SharedError } from './sharedApi';

vi.mock(import('./sharedApi'), async (load) => ({ ...(await load()), openLink: vi.fn<typeof openLink>() }));

it('focuses the password of a shared link if it is missing or refused', async () => {
  vi.mocked(openLink).mockRejectedValue(new SharedError('VALIDATION_FAILED', 0));
  render(<PasswordForm token="token" onOpen={() => undefined} onEnded={() => undefined} />);
  const user = userEvent.setup();
  const password = screen.getByLabelText('Password');
  const submit = screen.getByRole('button', { name: 'Open the board' });
  await user.click(submit);
  expect(password).toHaveAccessibleDescription('Password is required');
  expect(password).toHaveFocus();
  await user.type(password, 'wrong');
  await user.click(submit);
  await waitFor(() => expect(password).toHaveAccessibleDescription('This password is not correct'));
  expect(password).toHaveFocus();
});
