import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { NEVER } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { makeClient } from '../../sync/client/client';
import { NOTHING_SELECTED, selectedTasks } from '../tasks/selection/selectedTasks';
import { CommandProvider } from './CommandProvider';
import { Commands } from './Commands';

const run = vi.hoisted(() => vi.fn());
vi.mock('./useRunCommand', () => ({ useRunCommand: () => run }));
vi.mock('./CommandLayer', () => ({ CommandLayer: () => null }));

afterEach(() => selectedTasks.set(NOTHING_SELECTED));

it('keys of commands for one task do nothing while several are selected, instead of changing the first of them', async () => {
  const user = userEvent.setup();
  render(
    <ApolloProvider client={makeClient(new ApolloLink(() => NEVER))}>
      <MemoryRouter>
        <CommandProvider places={[]}>
          <Commands />
        </CommandProvider>
      </MemoryRouter>
    </ApolloProvider>,
  );
  selectedTasks.set({ ids: ['a', 'b'], all: null });
  await user.keyboard('m');
  expect(run).not.toHaveBeenCalled();
  await user.keyboard('s');
  expect(run).toHaveBeenLastCalledWith('status', expect.objectContaining({ ids: ['a', 'b'] }));
  selectedTasks.set({ ids: ['a'], all: null });
  await user.keyboard('m');
  expect(run).toHaveBeenLastCalledWith('moveToProject', expect.objectContaining({ ids: ['a'] }));
});
