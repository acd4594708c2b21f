import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import { NEVER } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { CommandLayer } from './CommandLayer';

vi.mock('./CommandProvider', () => ({
  useCommandState: () => ({ shown: { what: 'newTask' }, show: () => undefined }),
}));
vi.mock('../tasks/create/createForms', () => ({
  CreateTaskDialog: ({ projectId = 'none' }: { projectId?: string }) => <p>{`Project: ${projectId}`}</p>,
}));

it.each([
  ['/projects/p1/list', 'p1'],
  ['/tasks?project=p1', 'p1'],
  ['/tasks?project=p1&project=p2', 'none'],
  ['/tasks', 'none'],
])('a new task at %s belongs to: %s', async (address, project) => {
  renderPart(new ApolloLink(() => NEVER), <CommandLayer />, { path: address });
  expect(await screen.findByText(`Project: ${project}`)).toBeVisible();
});
