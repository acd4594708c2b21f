import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { of, Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { projectFixture } from '../projects/project.fixture';
import { FirstSteps } from './FirstSteps';

const steps = { project: false, task: false, people: false };
const made = projectFixture({ isExample: true });

const Address = () => <output>{useLocation().pathname}</output>;

it.each([
  { goes: false, to: /^\/projects\// },
  { goes: true, to: /^\/dashboard$/ },
])('opens the example project as soon as it is there, unless the reader left: $goes', async ({ goes, to }) => {
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const link = new ApolloLink(() => {
    sent += 1;
    return answer;
  });
  const page = (isShown: boolean) => (
    <>
      <Address />
      {isShown && (
        <FirstSteps
          steps={steps as Parameters<typeof FirstSteps>[0]['steps']}
          exampleId={undefined}
          onNewTask={() => undefined}
          onChanged={() => undefined}
        />
      )}
    </>
  );
  const { rerender } = renderPart(link, page(true), { path: '/dashboard' });
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

it('gives the focus to the page when it is hidden by its button', async () => {
  renderPart(
    new ApolloLink(() => of({ data: { updatePreferences: null } })),
    <main tabIndex={-1}>
      <FirstSteps
        steps={steps as Parameters<typeof FirstSteps>[0]['steps']}
        exampleId={undefined}
        onNewTask={() => undefined}
        onChanged={() => undefined}
      />
    </main>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Hide getting started' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('says in words why people cannot be invited yet', () => {
  renderPart(
    ApolloLink.empty(),
    <FirstSteps
      steps={steps as Parameters<typeof FirstSteps>[0]['steps']}
      exampleId={undefined}
      onNewTask={() => undefined}
      onChanged={() => undefined}
    />,
  );
  expect(screen.getByRole('button', { name: 'Invite people' })).toBeDisabled();
  expect(screen.getByText('Create a project first.')).toBeVisible();
});
