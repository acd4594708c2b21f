import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import type { OpenedTask } from '../fields/Property';
import { taskFixture } from '../model/task.fixture';
import { Relations } from './Relations';

it('leaves the row of a relation that is removed', async () => {
  const [own, other] = [taskFixture({ id: 'a' }), taskFixture({ id: 'b', title: 'Mend the sail' })];
  const relation = { id: 'r', kind: 'BLOCKS', taskId: 'a', otherId: 'b', version: 1, task: own, other };
  renderPart(
    new ApolloLink(() => NEVER),
    <Relations task={{ ...own, relations: [relation] } as unknown as OpenedTask} disabled={false} />,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: /Mend the sail/ }));
  expect(screen.getByRole('combobox')).toHaveFocus();
});
