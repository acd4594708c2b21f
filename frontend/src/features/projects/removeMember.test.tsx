import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { memberId, membersAfter } from './members.fixture';
import { ProjectMembers } from './ProjectMembers';

it('focuses the list of members after the row with the pressed button is removed', async () => {
  const answer = membersAfter(100);
  const { nodes } = answer.members;
  let count = 3;
  const link = new ApolloLink(({ operationName }) => {
    if (operationName === 'ProjectMembers') {
      return of({ data: { project: { ...answer, members: { ...answer.members, nodes: nodes.slice(0, count) } } } });
    }
    if (operationName !== 'RemoveProjectMember') return NEVER;
    count = 2;
    const changes = { revisions: [], revision: 2, userId: memberId(103), project: null };
    return of({ data: { removeProjectMember: { __typename: 'RemoveProjectMemberPayload', ...changes } } });
  });
  renderPart(link, <ProjectMembers projectId="p" />, { me: { id: memberId(101) } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove Mara No. 103' }));
  await user.click(await screen.findByRole('button', { name: 'Remove member' }));
  await waitFor(() => expect(screen.queryByText('Mara No. 103')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const list = screen.getByRole('list', { name: 'Members' });
  await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement));
});
