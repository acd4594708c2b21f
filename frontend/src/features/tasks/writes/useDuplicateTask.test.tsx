import { ApolloLink } from '@apollo/client';
import { renderHook } from '@testing-library/react';
import { Subject } from 'rxjs';
import { beforeEach, expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import { taskFixture } from '../model/task.fixture';
import { useDuplicateTask } from './useDuplicateTask';

beforeEach(() => {
  history.replaceState(null, '', '/tasks?task=P-1');
  document.body.replaceChildren();
});

/** Begins to duplicate a task, and answers after what happens meanwhile. */
const duplicate = async (meanwhile: () => void): Promise<string | null> => {
  const answer = new Subject<ApolloLink.Result>();
  const wrapper = withClient(new ApolloLink(() => answer));
  const { result } = renderHook(useDuplicateTask, { wrapper });
  const made = result.current('t');
  meanwhile();
  const task = taskFixture({ id: 'copy' });
  answer.next({ data: { duplicateTask: { __typename: 'TaskWritten', revisions: [], task } } });
  answer.complete();
  return made;
};

it('opens the copy in place of the task', async () => {
  expect(await duplicate(() => undefined)).not.toBeNull();
});

it('leaves a person alone who has gone on before the copy was there', async () => {
  expect(await duplicate(() => history.pushState(null, '', '/board'))).toBeNull();
});

it('leaves a person alone who has begun to type before the copy was there', async () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  expect(await duplicate(() => field.focus())).toBeNull();
});

it('opens the copy if it was requested from a text field', async () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  field.focus();
  expect(await duplicate(() => undefined)).not.toBeNull();
});
