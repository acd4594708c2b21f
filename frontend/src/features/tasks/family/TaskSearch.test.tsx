import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { taskFixture } from '../model/task.fixture';
import { TaskSearch } from './TaskSearch';

const node = (id: string, title: string) => taskFixture({ id, key: `HARB-${id}`, title });

it('chooses no task that does not match the typed text, even before the answer', async () => {
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  const recent = {
    __typename: 'TaskConnection',
    pageInfo,
    nodes: [node('1', 'Paint the hull'), node('2', 'Mend the sail')],
  };
  const link = new ApolloLink(({ variables }) =>
    'search' in (variables['filter'] as object) ? NEVER : of({ data: { tasks: recent } }),
  );
  const picked: string[] = [];
  renderPart(
    link,
    <TaskSearch
      label="Add blocker"
      trigger={<button>Add blocker</button>}
      projectId="p"
      except={[]}
      onPick={({ title }) => picked.push(title)}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Add blocker' }));
  await screen.findByRole('option', { name: /Paint the hull/ });
  const field = screen.getByRole('combobox');
  await user.type(field, 'anchor{Enter}');
  expect(picked).toEqual([]);
  await user.clear(field);
  await user.type(field, 'sail{Enter}');
  expect(picked).toEqual(['Mend the sail']);
});
