import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { wrapperOf } from '../account/session/render.fixture';
import { useProjectNames } from './useProjectNames';

const HARBOUR = {
  __typename: 'Project',
  id: 'p9',
  name: 'Harbour',
  description: '',
  color: '#336699',
  key: 'HARB',
  archivedAt: null,
  isTemplate: false,
  isExample: false,
  viewerRole: 'OWNER',
  version: 1,
  revision: 1,
  memberCount: 1,
  createdAt: '2026-05-30T12:00:00.000Z',
};

it('reads the projects of the viewer as soon as a line names one', async () => {
  let asked = 0;
  const link = new ApolloLink(() => {
    asked += 1;
    const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
    return of({ data: { projects: { __typename: 'ProjectConnection', totalCount: 1, pageInfo, nodes: [HARBOUR] } } });
  });
  const wrapper = wrapperOf(link);
  const initialProps: { fields: Record<string, unknown> } = { fields: { title: [null, 'Paint'] } };
  const { result, rerender } = renderHook(({ fields }) => useProjectNames([{ fields }]), { wrapper, initialProps });
  expect(asked).toBe(0);
  rerender({ fields: { projectId: ['p9', 'p1'] } });
  await waitFor(() => expect(result.current('p9')).toBe('Harbour'));
  expect(asked).toBe(1);
});
