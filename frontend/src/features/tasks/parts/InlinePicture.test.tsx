import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPicture } from './InlinePicture';

const FILE = '/files/019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';

vi.mock('./readPicture', () => ({ readPicture: () => new Promise(() => undefined) }));

it.each([
  ['100%25.png', '100%.png'],
  ['100%.png', '100%.png'],
  ['%', '%'],
])('names a picture without words by the file in its address: %s', (address, name) => {
  render(showPicture(`${FILE}/${address}`, ''));
  expect(screen.getByText(name)).toBeVisible();
});
