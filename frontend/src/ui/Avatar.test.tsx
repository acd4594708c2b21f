import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar } from './Avatar';

const hueOf = (id: string): string => {
  const { container, unmount } = render(
    <Avatar user={{ id, firstName: 'Ana', lastName: 'Ito', avatar: null }} decorative />,
  );
  const hue = container.querySelector<HTMLElement>('.avatar')?.style.getPropertyValue('--hue') ?? '';
  unmount();
  return hue;
};

describe('the color of a person’s initials', () => {
  it('follows from their id alone', () => {
    const id = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
    render(<Avatar user={{ id, firstName: 'Ben', lastName: 'Orr', avatar: null }} />);
    expect(screen.getByRole('img', { name: 'Ben Orr' }).style.getPropertyValue('--hue')).toBe(hueOf(id));
  });

  it('is one of eight, each of which many people have', () => {
    const ids = Array.from(
      { length: 400 },
      (_, at) => `019a9f5e-8c3b-7a50-9d2e-${String(at * 7919).padStart(12, '0')}`,
    );
    const counts = [...Map.groupBy(ids, hueOf).values()].map(({ length }) => length);
    expect(counts).toHaveLength(8);
    expect(Math.min(...counts)).toBeGreaterThan(20);
  });
});
