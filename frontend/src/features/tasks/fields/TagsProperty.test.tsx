import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { taskFixture } from '../model/task.fixture';
import type { OpenedTask } from './Property';
import { TagsProperty } from './TagsProperty';

it('adds a typed tag when its field is left, and not while another window has the focus', async () => {
  const tags: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'UpdateTask') tags.push(variables['input'].tags);
    return NEVER;
  });
  render(
    <ApolloProvider client={makeClient(link)}>
      <TagsProperty task={taskFixture({ tags: ['venue'] }) as OpenedTask} disabled={false} />
    </ApolloProvider>,
  );
  const field = screen.getByRole('combobox');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'rel' } });
  // The window loses the focus, and the field remains the active element.
  fireEvent.blur(field);
  expect(field).toHaveValue('rel');
  expect(tags).toEqual([]);
  act(() => field.blur());
  await waitFor(() => expect(tags).toEqual([['venue', 'rel']]));
});

it('adds all tags of a long pasted list, and keeps a list with an invalid tag in the field', async () => {
  const tags: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'UpdateTask') tags.push(variables['input'].tags);
    return NEVER;
  });
  render(
    <ApolloProvider client={makeClient(link)}>
      <TagsProperty task={taskFixture({ tags: [] }) as OpenedTask} disabled={false} />
    </ApolloProvider>,
  );
  const field = screen.getByRole('combobox');
  const refused = `venue, ${'x'.repeat(31)}`;
  fireEvent.change(field, { target: { value: refused } });
  expect(field).toHaveValue(refused);
  expect(await screen.findByText('A tag must be at most 30 characters')).toBeVisible();
  expect(tags).toEqual([]);

  const list = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(30));
  fireEvent.change(field, { target: { value: list.join(', ') } });
  expect(field).toHaveValue('');
  await waitFor(() => expect(tags).toEqual([list]));
  expect(field).not.toHaveAttribute('maxlength');
});
