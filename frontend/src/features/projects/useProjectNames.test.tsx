import { ApolloLink } from '@apollo/client';
import { renderHook, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { withClient } from '../account/session/withClient.fixture';
import { answerOf, projectFixture } from './project.fixture';
import { useProjectNames } from './useProjectNames';

it('reads the projects of the viewer as soon as a line names one', async () => {
  let asked = 0;
  const link = new ApolloLink(() => {
    asked += 1;
    return of(answerOf(projectFixture({ id: 'p9' })));
  });
  const wrapper = withClient(link);
  const initialProps: { fields: Record<string, unknown> } = { fields: { title: [null, 'Paint'] } };
  const { result, rerender } = renderHook(({ fields }) => useProjectNames([{ fields }]), { wrapper, initialProps });
  expect(asked).toBe(0);
  rerender({ fields: { projectId: ['p9', 'p1'] } });
  await waitFor(() => expect(result.current('p9')).toBe('Harbor'));
  expect(asked).toBe(1);
});
