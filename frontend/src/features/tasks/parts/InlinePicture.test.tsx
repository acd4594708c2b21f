import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPicture } from './InlinePicture';

const FILE = '/files/019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';

vi.mock('./readPicture', () => ({ readPicture: () => Promise.resolve(new Blob()) }));
// jsdom has neither.
let made = 0;
URL.createObjectURL = () => `blob:${(made += 1)}`;
URL.revokeObjectURL = () => undefined;

it.each([
  ['100%25.png', '100%.png'],
  ['100%.png', '100%.png'],
  ['%', '%'],
])('names a picture without words by the file in its address: %s', (address, name) => {
  render(showPicture(`${FILE}/${address}`, ''));
  expect(screen.getByText(name)).toBeVisible();
});

it('shows the next picture at the place of one that is none', async () => {
  const { rerender } = render(showPicture(`${FILE}/a.txt`, 'Sketch'));
  fireEvent.error(await screen.findByRole('img'));
  expect(screen.getByText('Sketch')).toBeVisible();
  rerender(showPicture(`${FILE}/b.png`, 'Sketch'));
  expect(await screen.findByRole('img')).toHaveAttribute('src', `blob:${made}`);
});
