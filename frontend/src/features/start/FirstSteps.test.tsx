import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
import type { CurrentUserFragment } from '../account/session/CurrentUser.generated';
import { SessionContext } from '../account/session/SessionContext';
import { FirstSteps } from './FirstSteps';

const steps = { project: false, task: false, people: false };
const made = {
  __typename: 'Project',
  id: 'p',
  name: 'Harbor',
  description: '',
  color: '#336699',
  key: 'HARB',
  version: 1,
  revision: 1,
  memberCount: 1,
  createdAt: '2026-05-30T12:00:00.000Z',
  archivedAt: null,
  isExample: true,
  isTemplate: false,
  viewerRole: 'OWNER',
};

const Address = () => <output>{useLocation().pathname}</output>;

it.each([
  { goes: false, to: /^\/projects\// },
  { goes: true, to: /^\/dashboard$/ },
])('opens the example project as soon as it is there, unless the reader left: $goes', async ({ goes, to }) => {
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const client = makeClient(
    new ApolloLink(() => {
      sent += 1;
      return answer;
    }),
  );
  const page = (isShown: boolean) => (
    <ApolloProvider client={client}>
      <SessionContext value={{ id: 'u' } as CurrentUserFragment}>
        <MemoryRouter initialEntries={['/dashboard']}>
          <Address />
          {isShown && (
            <FirstSteps
              steps={steps as Parameters<typeof FirstSteps>[0]['steps']}
              exampleId={undefined}
              onNewTask={() => undefined}
              onChanged={() => undefined}
            />
          )}
        </MemoryRouter>
      </SessionContext>
    </ApolloProvider>
  );
  const { rerender } = render(page(true));
  fireEvent.click(screen.getByRole('button', { name: /example/i }));
  await waitFor(() => expect(sent).toBe(1));
  if (goes) rerender(page(false));
  await act(async () => {
    answer.next({
      data: { createExampleProject: { __typename: 'ProjectWritten', revisions: [], revision: 1, project: made } },
    });
    answer.complete();
    await new Promise((resolve) => void setTimeout(resolve, 50));
  });
  expect(screen.getByText(to)).toBeVisible();
});
