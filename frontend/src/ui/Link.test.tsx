import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Link, type LinkProps } from './Link';

const Address = () => {
  const { pathname, search, state } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search} ${JSON.stringify(state)}`}</output>;
};

const renderLink = (props: LinkProps) => {
  render(
    <MemoryRouter initialEntries={['/board?q=ink']}>
      <Link {...props}>Go</Link>
      <Address />
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: 'Go' });
};
const address = () => screen.getByRole('status').textContent;

test('opens its page, with its state, as a new entry of the history', () => {
  fireEvent.click(renderLink({ to: '/tasks', state: { isWanted: true } }));
  expect(address()).toBe('PUSH /tasks {"isWanted":true}');
});

test('keeps the page when only the search differs', () => {
  const link = renderLink({ to: { search: '?task=7' } });
  expect(link).toHaveAttribute('href', '/board?task=7');
  fireEvent.click(link);
  expect(address()).toBe('PUSH /board?task=7 null');
});

test('replaces the entry of the address that is open already', () => {
  fireEvent.click(renderLink({ to: '/board?q=ink' }));
  expect(address()).toBe('REPLACE /board?q=ink null');
});

test('leaves a press that is handled, or meant for another tab, alone', () => {
  const link = renderLink({ to: '/tasks', onClick: (event) => event.altKey && event.preventDefault() });
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) {
    expect(fireEvent.click(link, { [key]: true })).toBe(true);
  }
  fireEvent.click(link, { button: 1 });
  fireEvent.click(link, { altKey: true });
  expect(address()).toBe('POP /board?q=ink null');
});
