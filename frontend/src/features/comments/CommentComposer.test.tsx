import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { readTextDraft } from '../../lib/drafts';
import { notifyConnectionBack } from '../../lib/connection';
import { renderPart } from '../account/session/render.fixture';
import { notify } from '../../ui/notify';
import { CommentComposer } from './CommentComposer';

const me = { id: 'me', firstName: 'Mara', lastName: 'Lind', name: 'Mara Lind', avatar: null };

const setUp = () => {
  const sent: string[] = [];
  const ids: string[] = [];
  const answers: Subject<ApolloLink.Result>[] = [];
  const link = new ApolloLink(({ variables }) => {
    const answer = new Subject<ApolloLink.Result>();
    sent.push(variables['input'].text);
    ids.push(variables['input'].mutationId);
    answers.push(answer);
    return answer;
  });
  const { unmount } = renderPart(link, <CommentComposer taskId="t" members={[]} />, { me });
  const field = screen.getByRole('textbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const send = async (text: string): Promise<void> => {
    type(text);
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(sent).toContain(text));
  };
  const fail = (at: number) => act(() => answers[at]?.error(new TypeError('Failed')));
  const accept = (at: number) =>
    act(() => {
      answers[at]?.next({ data: null });
      answers[at]?.complete();
    });
  return { field, type, send, sent, ids, accept, fail, unmount };
};

it('is another comment if it has the text of the last one', async () => {
  const { type, send, ids, accept } = setUp();
  await send('Any news?');
  accept(0);
  type('Any news?');
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(ids).toHaveLength(2));
  expect(new Set(ids).size).toBe(2);
});

describe('a refused comment', () => {
  it('is inserted before the text that was typed meanwhile, also in the draft', async () => {
    const { field, type, send, sent, fail } = setUp();
    await send('First');
    expect(field).toHaveValue('');
    type('Second, unfinis');
    fail(0);
    await waitFor(() => expect(field).toHaveValue('First\nSecond, unfinis'));
    expect(readTextDraft('comment:t')).toBe('First\nSecond, unfinis');
    act(notifyConnectionBack);
    expect(sent).toEqual(['First']);
  });

  it('is sent again when the connection is back, if it is alone', async () => {
    const { field, send, sent, ids, fail } = setUp();
    await send('First');
    fail(0);
    await waitFor(() => expect(field).toHaveValue('First'));
    act(notifyConnectionBack);
    await waitFor(() => expect(sent).toEqual(['First', 'First']));
    // It may have arrived after all.
    expect(ids[1]).toBe(ids[0]);
  });

  it.each([
    ['', 'First'],
    ['Second', 'First\nSecond'],
  ])('is reported after its field was closed, and stays in the draft before “%s”', async (typed, kept) => {
    const say = vi.spyOn(notify, 'error');
    const { type, send, fail, unmount } = setUp();
    await send('First');
    if (typed) type(typed);
    unmount();
    fail(0);
    await waitFor(() => expect(say).toHaveBeenCalledOnce());
    expect(readTextDraft('comment:t')).toBe(kept);
    say.mockRestore();
  });
});
