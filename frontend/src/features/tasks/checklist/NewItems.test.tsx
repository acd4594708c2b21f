import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { of, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { readTextDraft } from '../../../lib/drafts';
import { notify } from '../../../ui/notify';
import { NewItems } from './NewItems';

const setUp = async () => {
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const link = new ApolloLink(() => {
    sent += 1;
    return answer;
  });
  const { unmount } = renderPart(link, <NewItems taskId="t" total={0} />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'One\nTwo' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field).toHaveValue('');
  await waitFor(() => expect(sent).toBe(1));
  fireEvent.change(field, { target: { value: 'Thr' } });
  return { field, unmount, fail: () => act(() => answer.error(new TypeError('Failed'))) };
};

it('inserts refused lines before those that were typed meanwhile, also in the draft', async () => {
  const { field, fail } = await setUp();
  fail();
  await waitFor(() => expect(field).toHaveValue('One\nTwo\nThr'));
  expect(readTextDraft('checklist:t')).toBe('One\nTwo\nThr');
});

it('sends nothing by the key that confirms a composed text, which in Safari comes after the composition', () => {
  let sent = 0;
  const link = new ApolloLink(() => {
    sent += 1;
    return new Subject<ApolloLink.Result>();
  });
  renderPart(link, <NewItems taskId="t" total={0} />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: '仮名' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, isComposing: false });
  expect(field).toHaveValue('仮名');
  expect(sent).toBe(0);
});

it('reports refused lines after the field was closed, and keeps them in the draft', async () => {
  const say = vi.spyOn(notify, 'error');
  const { unmount, fail } = await setUp();
  unmount();
  fail();
  await waitFor(() => expect(say).toHaveBeenCalledOnce());
  expect(readTextDraft('checklist:t')).toBe('One\nTwo\nThr');
});

it('adds another item if the same line is typed again at once', async () => {
  const ids: string[] = [];
  const link = new ApolloLink(({ variables }) => {
    ids.push(variables['input'].id, variables['input'].mutationId);
    return of({ data: null });
  });
  renderPart(link, <NewItems taskId="t" total={0} />);
  const field = screen.getByRole('textbox');
  for (const _time of [1, 2]) {
    fireEvent.change(field, { target: { value: 'Wash' } });
    fireEvent.keyDown(field, { key: 'Enter' });
  }
  await waitFor(() => expect(ids).toHaveLength(4));
  expect(new Set(ids).size).toBe(4);
});
