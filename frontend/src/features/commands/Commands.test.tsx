import { ApolloLink } from '@apollo/client';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { NOTHING_SELECTED, selectedTasks } from '../tasks/selection/selectedTasks';
import { CommandProvider } from './CommandProvider';
import { Commands } from './Commands';

const run = vi.hoisted(() => vi.fn());
vi.mock('./useRunCommand', () => ({ useRunCommand: () => run }));
vi.mock('./CommandLayer', () => ({ CommandLayer: () => null }));

afterEach(() => selectedTasks.set(NOTHING_SELECTED));

it('keys of commands for one task do nothing while several are selected, instead of changing the first of them', async () => {
  const user = userEvent.setup();
  renderPart(
    new ApolloLink(() => NEVER),
    <CommandProvider places={[]}>
      <Commands />
    </CommandProvider>,
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
