import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../../ui/notify';
import { ViewNameDialog } from './ViewNameDialog';

const said = vi.spyOn(notify, 'error');
beforeEach(() => void said.mockClear());

const Address = () => <output>{useLocation().search}</output>;

/** Sends a name, whose answer is slow. */
const begin = () => {
  const close = vi.fn();
  const answer = Promise.withResolvers<string | undefined>();
  const page = (open: boolean) => (
    <MemoryRouter initialEntries={['/tasks?q=now']}>
      <Address />
      {open && <ViewNameDialog name="" onClose={close} onSave={() => answer.promise} />}
    </MemoryRouter>
  );
  const { rerender } = render(page(true));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Mine' } });
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  const settle = (deed: () => void) => act(async () => deed());
  return { close, answer, settle, closeIt: () => rerender(page(false)) };
};

const address = () => screen.getByText(/^\?/).textContent;

it('closes and opens the view as soon as it is saved', async () => {
  const { close, answer, settle } = begin();
  await settle(() => answer.resolve('/tasks?saved=v'));
  await waitFor(() => expect(address()).toBe('?saved=v'));
  expect(close).toHaveBeenCalledOnce();
});

it('stays where the reader is if it was closed meanwhile', async () => {
  const { close, answer, settle, closeIt } = begin();
  closeIt();
  await settle(() => answer.resolve('/tasks?saved=v'));
  expect(address()).toBe('?q=now');
  expect(close).not.toHaveBeenCalled();
});

it('reports a refusal if it was closed meanwhile', async () => {
  const { answer, settle, closeIt } = begin();
  closeIt();
  await settle(() => answer.reject(new TypeError('Failed')));
  expect(said).toHaveBeenCalledOnce();
});
