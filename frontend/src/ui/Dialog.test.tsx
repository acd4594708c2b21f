import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';

it('is submitted once by a key that is held, and not again before the answer', () => {
  const submit = vi.fn();
  const show = (pending: boolean) => (
    <Dialog open onOpenChange={() => undefined} title="New" form={{ onSubmit: submit, submitLabel: 'Create', pending }}>
      <textarea aria-label="Text" />
    </Dialog>
  );
  const { rerender } = render(show(false));
  const press = (repeat: boolean) =>
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Text' }), { key: 'Enter', ctrlKey: true, repeat });
  press(false);
  press(true);
  expect(submit).toHaveBeenCalledTimes(1);
  rerender(show(true));
  press(false);
  expect(submit).toHaveBeenCalledTimes(1);
  rerender(show(false));
  press(false);
  expect(submit).toHaveBeenCalledTimes(2);
});
