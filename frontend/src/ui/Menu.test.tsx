import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Dialog } from './Dialog';
import { Menu, MenuItem } from './Menu';

/** A button that is replaced by its menu on the first press, as menus are whose code is loaded then. */
const LateMenu = ({ name }: { name: string }) => {
  const [isWanted, want] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isWanted ? (
        <Menu defaultOpen trigger={<button>{name}</button>}>
          <MenuItem onSelect={() => setOpen(true)}>Edit</MenuItem>
        </Menu>
      ) : (
        <button onClick={() => want(true)}>{name}</button>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Edit ${name}`}>
        <input aria-label="Name" />
      </Dialog>
    </>
  );
};

it('a button loaded by a press gets the focus back from its dialog', async () => {
  render(
    <>
      <LateMenu name="Columns" />
      <LateMenu name="Options" />
    </>,
  );
  const user = userEvent.setup();
  for (const name of ['Columns', 'Options']) {
    await user.click(screen.getByRole('button', { name }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
  }
});

it('closes with the page that Back leaves', async () => {
  render(
    <Menu defaultOpen trigger={<button>More</button>}>
      <MenuItem onSelect={() => undefined}>Edit</MenuItem>
    </Menu>,
  );
  expect(await screen.findByRole('menu')).toBeVisible();
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
