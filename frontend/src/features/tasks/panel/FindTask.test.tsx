import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import { of } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { openTaskOf, taskSearch, taskSearchOfKey, withoutTask } from '../model/taskUrl';
import { FindTask } from './FindTask';

const SEVERAL = {
  message: 'Several tasks have the key GULL-1: use an id',
  extensions: {
    code: 'CONFLICT',
    data: {
      tasks: [
        { id: 'mine', title: 'Mine', projectId: 'hers', projectName: 'Gull' },
        { id: 'other', title: 'His', projectId: 'his', projectName: 'Gulls' },
      ],
    },
  },
};

const show = (projectId: string | null) => {
  const asked: object[] = [];
  const found: string[] = [];
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables);
    if (variables['projectId'] === null) return of({ data: { task: null }, errors: [SEVERAL] });
    return of({ data: { task: { __typename: 'Task', id: 'mine', version: 1, key: 'GULL-1' } } });
  });
  renderPart(
    link,
    <FindTask taskKey="GULL-1" projectId={projectId} onFound={(id) => found.push(id)} onClose={() => undefined} />,
  );
  return { asked, found };
};

beforeEach(() => {
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listens }));
});

it('looks for a key of a text in the project of the text first', async () => {
  const { asked, found } = show('hers');
  await waitFor(() => expect(found).toEqual(['mine']));
  expect(asked).toEqual([{ key: 'GULL-1', projectId: 'hers' }]);
  const search = taskSearchOfKey('?sort=DUE', 'GULL-1', 'hers');
  expect(openTaskOf(search)).toBe('mine');
  // The same key in another text, or in an address, can be another task.
  expect([openTaskOf(taskSearchOfKey('', 'GULL-1', 'his')), openTaskOf('?task=GULL-1')]).toEqual(['GULL-1', 'GULL-1']);
  expect([taskSearch(search, 'x'), withoutTask(search)]).toEqual(['?sort=DUE&task=x', 'sort=DUE']);
});

it('offers the tasks that share a key', async () => {
  const { found } = show(null);
  expect(await screen.findByText('Several tasks have the key GULL-1. Which one do you mean?')).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['MineGull', '/?task=mine'],
    ['HisGulls', '/?task=other'],
  ]);
  expect(found).toEqual([]);
});
