import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { of, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { readTextDraft } from '../../../lib/drafts';
import { notify } from '../../../ui/notify';
import type { OpenedTask } from '../fields/Property';
import { taskFixture } from '../model/task.fixture';
import { NewSubtask } from './Subtasks';

const show = (link: ApolloLink) =>
  renderPart(link, <NewSubtask parent={taskFixture({ id: 't' }) as OpenedTask} onBegin={() => undefined} />);

const setUp = async () => {
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const link = new ApolloLink(() => {
    sent += 1;
    return answer;
  });
  const { unmount } = show(link);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Press kit' } });
  fireEvent.click(screen.getByRole('button'));
  expect(field).toHaveValue('');
  await waitFor(() => expect(sent).toBe(1));
  fireEvent.change(field, { target: { value: 'Pho' } });
  return { field, unmount, fail: () => act(() => answer.error(new TypeError('Failed'))) };
};

it('inserts a refused title before the one that was typed meanwhile, also in the draft', async () => {
  const { field, fail } = await setUp();
  fail();
  await waitFor(() => expect(field).toHaveValue('Press kit Pho'));
  expect(readTextDraft('subtask:t')).toBe('Press kit Pho');
});

it('reports a refused title after the field was closed, and keeps it in the draft', async () => {
  const say = vi.spyOn(notify, 'error');
  const { unmount, fail } = await setUp();
  unmount();
  fail();
  await waitFor(() => expect(say).toHaveBeenCalledOnce());
  expect(readTextDraft('subtask:t')).toBe('Press kit Pho');
});

it('creates another subtask if the same title is typed again at once', async () => {
  const ids: string[] = [];
  const link = new ApolloLink(({ variables }) => {
    ids.push(variables['input'].id, variables['input'].mutationId);
    return of({ data: null });
  });
  show(link);
  const field = screen.getByRole('textbox');
  for (const _time of [1, 2]) {
    fireEvent.change(field, { target: { value: 'Wash' } });
    fireEvent.click(screen.getByRole('button'));
  }
  await waitFor(() => expect(ids).toHaveLength(4));
  expect(new Set(ids).size).toBe(4);
});

it('takes a pasted title that is too long, and says so', () => {
  show(ApolloLink.empty());
  const field = screen.getByRole('textbox');
  expect(field).not.toHaveAttribute('maxlength');
  const long = 'Press kit '.repeat(21).trim();
  fireEvent.change(field, { target: { value: long } });
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByText('Title must be less than 200 characters')).toBeVisible();
  expect(field).toHaveValue(long);
});
