import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useAddressParam, useAddressParams } from './useAddressParams';

const start = () =>
  renderHook(
    () => ({
      all: useAddressParams(),
      q: useAddressParam('q'),
      page: useAddressParam('page'),
      navigate: useNavigate(),
      at: useLocation(),
    }),
    { wrapper: ({ children }) => <MemoryRouter initialEntries={['/tasks?q=ink']}>{children}</MemoryRouter> },
  ).result;

it('keeps a change of the address that is not shown yet', () => {
  const hook = start();
  const { all, q, page } = hook.current;
  act(() => {
    page[1]('2');
    q[1](null);
    all[1]((now) => {
      now.append('tag', 'a');
      return now;
    });
  });
  expect(hook.current.at.search).toBe('?page=2&tag=a');
  expect(hook.current.page[0]).toBe('2');
  expect(hook.current.q[0]).toBeNull();
});

it('does not lead back to a page that was just left', () => {
  const hook = start();
  const { navigate, q } = hook.current;
  act(() => {
    void navigate('/board');
    q[1]('late');
  });
  expect(hook.current.at).toMatchObject({ pathname: '/board', search: '' });
});
