import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DateInput } from './DateInput';

it('writes a typed date out when it is left, and not while another window has the focus', () => {
  const change = vi.fn<(value: string) => void>();
  render(<DateInput value="nov 2 2030" onValueChange={change} />);
  const field = screen.getByRole('textbox');
  act(() => field.focus());
  // The window loses the focus, and the field remains the active element.
  fireEvent.blur(field);
  expect(change).not.toHaveBeenCalled();
  act(() => field.blur());
  expect(change).toHaveBeenCalledWith('Nov 2, 2030');
});
