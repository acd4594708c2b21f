import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { taskFixture } from '../model/task.fixture';
import type { OpenedTask } from './Property';
import { TagsProperty } from './TagsProperty';

/** Renders the tags of a task. `sent` has the tags of each update. */
const setUp = (before: string[]) => {
  const sent: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'UpdateTask') sent.push(variables['input'].tags);
    return NEVER;
  });
  renderPart(link, <TagsProperty task={taskFixture({ tags: before }) as OpenedTask} disabled={false} />);
  return { field: screen.getByRole('combobox'), sent };
};

it('adds a typed tag when its field is left, and not while another window has the focus', async () => {
  const { field, sent } = setUp(['venue']);
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'rel' } });
  // The window loses the focus, and the field remains the active element.
  fireEvent.blur(field);
  expect(field).toHaveValue('rel');
  expect(sent).toEqual([]);
  act(() => field.blur());
  await waitFor(() => expect(sent).toEqual([['venue', 'rel']]));
});

it('adds all tags of a long pasted list, and keeps a list with an invalid tag in the field', async () => {
  const { field, sent } = setUp([]);
  const refused = `venue, ${'x'.repeat(31)}`;
  fireEvent.change(field, { target: { value: refused } });
  expect(field).toHaveValue(refused);
  expect(await screen.findByText('A tag must be at most 30 characters')).toBeVisible();
  expect(sent).toEqual([]);

  const list = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(30));
  fireEvent.change(field, { target: { value: list.join(', ') } });
  expect(field).toHaveValue('');
  await waitFor(() => expect(sent).toEqual([list]));
  expect(field).not.toHaveAttribute('maxlength');
});
