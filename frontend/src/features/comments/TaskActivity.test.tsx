import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import { NEVER, of } from 'rxjs';
import { expect, it } from 'vitest';
import { saveTextDraft } from '../../lib/drafts';
import { renderPart } from '../account/session/render.fixture';
import { membersAfter } from '../projects/members.fixture';
import { TaskActivity } from './TaskActivity';

const me = { id: 'me', firstName: 'Mara', lastName: 'Lind', name: 'Mara Lind', avatar: null };

/** Shows a task of an archived project with three comments. */
const showArchived = async (): Promise<void> => {
  const comments = {
    __typename: 'CommentConnection',
    totalCount: 3,
    pageInfo: { __typename: 'PageInfo', hasPreviousPage: false, startCursor: null },
    nodes: [],
  };
  const project = { ...membersAfter(100), archivedAt: '2026-11-20T12:00:00.000Z' };
  const task = { __typename: 'Task', id: 't', version: 1, commentCount: 3, comments, project };
  const link = new ApolloLink(({ operationName }) => (operationName === 'Comments' ? of({ data: { task } }) : NEVER));
  renderPart(link, <TaskActivity taskId="t" waiting={[]} />, { me });
  await screen.findByText('3');
};

it('has no field for a comment in an archived project', async () => {
  await showArchived();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('keeps a comment readable that was typed before the project was archived', async () => {
  saveTextDraft('comment:t', 'Half typed');
  await showArchived();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Half typed');
});
