import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { columnFixture } from '../../projects/columns/column.fixture';
import { makeClient } from '../../../sync/client/client';
import { NO_FILTERS } from './taskFilters';
import { useFilterFields } from './useFilterFields';

it('names a chosen column of a project that has only default columns', async () => {
  const columns = [columnFixture('c', 'TODO', { name: 'To Do' })];
  const project = { __typename: 'Project', id: 'p', viewerCanManageColumns: true, columns };
  const link = new ApolloLink(({ operationName }) =>
    operationName === 'ProjectColumns' ? of({ data: { project } }) : NEVER,
  );
  const filters = { ...NO_FILTERS, projectIds: ['p'], columnIds: ['c'] };
  const { result } = renderHook(() => useFilterFields({ filters, onChange: () => undefined, people: [] }), {
    wrapper: withClient(makeClient(link)),
  });
  const chosen = () => result.current.find(({ name }) => name === 'columnIds')?.items.map(({ label }) => label);
  await waitFor(() => expect(chosen()).toEqual(['To Do']));
});
