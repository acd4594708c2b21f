import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { of, Subject, throwError } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { readDraft } from '../../../lib/drafts';
import { notify } from '../../../ui/notify';
import { QuickAddRow } from './QuickAddRow';

const ME = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a70';
const PROJECT = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a7f';

const show = (link: ApolloLink) =>
  renderPart(
    link,
    <QuickAddRow name="To Do" status="TODO" projectId={PROJECT} column={undefined} onClose={() => undefined} />,
    { me: { id: ME }, path: '/board?assignee=me&priority=HIGH&tag=rigging' },
  );

it('reports a refused task after the line was closed, and keeps it in the draft', async () => {
  const say = vi.spyOn(notify, 'error');
  const creates: Subject<ApolloLink.Result>[] = [];
  const link = new ApolloLink(({ operationName }) => {
    // The members of the project cannot be read, so all words stay text.
    if (operationName !== 'CreateTask') return throwError(() => new TypeError('Failed'));
    const answer = new Subject<ApolloLink.Result>();
    creates.push(answer);
    return answer;
  });
  const { unmount } = show(link);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Press kit' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(creates).toHaveLength(1));
  fireEvent.change(field, { target: { value: 'Photos' } });
  unmount();
  act(() => creates[0]?.error(new TypeError('Failed')));
  await waitFor(() => expect(say).toHaveBeenCalledOnce());
  expect(readDraft(`new-line:TODO:${PROJECT}`, { text: '' }).text).toBe('Press kit\nPhotos');
});

it('creates another task if the same line is typed again at once, each with the values of the filters', async () => {
  const ids: string[] = [];
  const values: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName !== 'CreateTask') return throwError(() => new TypeError('Failed'));
    const { id, mutationId, assigneeId, priority, tags } = variables['input'];
    ids.push(id, mutationId);
    values.push({ assigneeId, priority, tags });
    return of({ data: null });
  });
  show(link);
  const field = screen.getByRole('textbox');
  for (const _time of [1, 2]) {
    fireEvent.change(field, { target: { value: 'Call' } });
    fireEvent.keyDown(field, { key: 'Enter' });
  }
  await waitFor(() => expect(ids).toHaveLength(4));
  expect(new Set(ids).size).toBe(4);
  const filtered = { assigneeId: ME, priority: 'HIGH', tags: ['rigging'] };
  expect(values).toEqual([filtered, filtered]);
});
