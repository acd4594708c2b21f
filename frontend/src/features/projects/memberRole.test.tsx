import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { memberId, membersAfter } from './members.fixture';
import { ProjectMembers } from './ProjectMembers';

it('keeps the focus on the role of a member while it is being saved', async () => {
  const link = new ApolloLink(({ operationName }) =>
    operationName === 'ProjectMembers' ? of({ data: { project: membersAfter(100) } }) : NEVER,
  );
  renderPart(link, <ProjectMembers projectId="p" />, { me: { id: memberId(101) } });
  const user = userEvent.setup();
  const role = await screen.findByRole('combobox', { name: 'Role of Mara No. 103' });
  await user.click(role);
  await user.click(await screen.findByRole('option', { name: 'Viewer' }));
  await waitFor(() => expect(role).toHaveFocus());
});
