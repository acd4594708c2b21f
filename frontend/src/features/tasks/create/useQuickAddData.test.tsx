import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { useQuickAddData } from './useQuickAddData';

it('offers the tags that a project got since the form was last open', async () => {
  const names = ['press'];
  const link = new ApolloLink(({ operationName }) => {
    if (operationName !== 'ProjectTags') return NEVER;
    const tags = names.map((name) => ({ __typename: 'Tag', name, color: null, count: 1 }));
    return of({ data: { project: { __typename: 'Project', id: 'p', version: 1, tags } } });
  });
  const wrapper = withClient(link);
  for (let n = 0; n < 2; n += 1) {
    const { result, unmount } = renderHook(() => useQuickAddData(), { wrapper });
    result.current.want(['p'], { everyone: false, due: false, tags: true });
    const tags = () => result.current.known({ projectId: 'p', readings: {} }).tagsOf('p');
    await waitFor(() => expect(tags()).toEqual(names));
    unmount();
    names.push('launch');
  }
});
