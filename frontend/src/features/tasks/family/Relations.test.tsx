import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import type { OpenedTask } from '../fields/Property';
import { taskFixture } from '../model/task.fixture';
import { Relations } from './Relations';

it('leaves the row of a relation that is removed', async () => {
  const [own, other] = [taskFixture({ id: 'a' }), taskFixture({ id: 'b', title: 'Mend the sail' })];
  const relation = { id: 'r', kind: 'BLOCKS', taskId: 'a', otherId: 'b', version: 1, task: own, other };
  render(
    <ApolloProvider client={makeClient(new ApolloLink(() => NEVER))}>
      <MemoryRouter>
        <Relations task={{ ...own, relations: [relation] } as unknown as OpenedTask} disabled={false} />
      </MemoryRouter>
    </ApolloProvider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: /Mend the sail/ }));
  expect(screen.getByRole('combobox')).toHaveFocus();
});
