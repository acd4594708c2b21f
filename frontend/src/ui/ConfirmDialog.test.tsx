import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog';

const Page = () => {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={list} type="button">
        First
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Remove
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove it?"
        confirmLabel="Yes"
        onConfirm={() => true}
        finalFocus={() => list.current}
      >
        It is gone then.
      </ConfirmDialog>
    </>
  );
};

it('returns the focus if it is canceled, and moves it after the action', async () => {
  render(<Page />);
  const user = userEvent.setup();
  const answer = async (name: string): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await answer('Cancel');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus());
  await answer('Yes');
  await waitFor(() => expect(screen.getByRole('button', { name: 'First' })).toHaveFocus());
  await answer('Cancel');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus());
});
