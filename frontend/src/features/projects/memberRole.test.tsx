import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
import type { CurrentUserFragment } from '../account/session/CurrentUser.generated';
import { SessionContext } from '../account/session/SessionContext';
import { memberId, membersAfter } from './members.fixture';
import { ProjectMembers } from './ProjectMembers';

it('keeps the focus on the role of a member while it is being saved', async () => {
  const link = new ApolloLink(({ operationName }) =>
    operationName === 'ProjectMembers' ? of({ data: { project: membersAfter(100) } }) : NEVER,
  );
  render(
    <ApolloProvider client={makeClient(link)}>
      <SessionContext value={{ id: memberId(101) } as CurrentUserFragment}>
        <MemoryRouter>
          <ProjectMembers projectId="p" />
        </MemoryRouter>
      </SessionContext>
    </ApolloProvider>,
  );
  const user = userEvent.setup();
  const role = await screen.findByRole('combobox', { name: 'Role of Mara No. 103' });
  await user.click(role);
  await user.click(await screen.findByRole('option', { name: 'Viewer' }));
  await waitFor(() => expect(role).toHaveFocus());
});
