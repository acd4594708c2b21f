import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import { NEVER, of } from 'rxjs';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { memberId, membersAfter } from '../features/projects/members.fixture';
import { renderPart } from '../features/account/session/render.fixture';
import { ProjectActivityPage } from './ProjectActivityPage';

vi.mock('./ProjectShell', () => ({
  ProjectShell: ({ children }: { children: (projectId: string) => ReactNode }) => children('p'),
}));

it('names the person of the address, who may be any of many members', async () => {
  const link = new ApolloLink(({ operationName, variables }) =>
    operationName === 'ProjectMembers'
      ? of({ data: { project: membersAfter(Number(variables['after'] ?? 0)) } })
      : NEVER,
  );
  renderPart(link, <ProjectActivityPage />, { path: `/projects/p/activity?person=${memberId(120)}` });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Person' })).toHaveTextContent('Mara No. 120'));
});
