import { ApolloClient, ApolloLink } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { throwError } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../account/session/withClient.fixture';
import type { UpdateTaskInput } from '../../../sync/client/schema.generated';
import { makeCache } from '../../../sync/client/client';
import { schemaLink } from '../../../sync/client/schemaLink.fixture';
import { notifyConnectionBack } from '../../../lib/connection';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../model/TaskFields.generated';
import { TaskTextFragmentDoc, type TaskTextFragment } from '../model/TaskText.generated';
import { taskFixture } from '../model/task.fixture';
import { useTaskField } from './useTaskField';

const ID = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a7f';
type OneTaskFields = TaskFieldsFragment & Pick<TaskTextFragment, 'description'>;
const first: OneTaskFields = { ...taskFixture({ id: ID, title: 'Press kit' }), description: '' };

/** A server of one task: it merges by field as the real one does, and can be made to wait or to refuse. */
class OneTask {
  task = first;
  changed = new Map<string, number>();
  sent: UpdateTaskInput[] = [];
  gate: Promise<void> = Promise.resolve();
  isReachable = true;
  refusal: GraphQLError | null = null;

  /** Someone changes it. */
  write(fields: Partial<OneTaskFields>): OneTaskFields {
    const version = this.task.version + 1;
    for (const name of Object.keys(fields)) this.changed.set(name, version);
    this.task = { ...this.task, ...fields, version };
    return this.task;
  }

  async updateTask({ input }: { input: UpdateTaskInput }) {
    this.sent.push(input);
    await this.gate;
    if (this.refusal) throw this.refusal;
    const { id: _id, version, mutationId: _mutation, ...fields } = input;
    const collides = Object.keys(fields).some((name) => (this.changed.get(name) ?? 0) > (version ?? Infinity));
    if (collides) throw new GraphQLError('Someone else has changed this task', { extensions: { code: 'CONFLICT' } });
    return { revision: 9, revisions: [], task: this.write(fields as Partial<OneTaskFields>) };
  }
}

let server: OneTask;
let client: ApolloClient;

const connection = new ApolloLink((operation, forward) =>
  server.isReachable ? forward(operation) : throwError(() => new TypeError('Failed to fetch')),
);
const link = ApolloLink.from([
  connection,
  schemaLink({
    task: () => server.task,
    updateTask: (args: { input: UpdateTaskInput }) => server.updateTask(args),
  }),
]);

/** Stores what the feed brings: the task as the server has it now, without its description. */
const hear = (): void =>
  act(() => {
    client.cache.writeFragment({ id: `Task:${ID}`, fragment: TaskFieldsFragmentDoc, data: server.task });
  });

/** Stores the description as the panel reads it. */
const readText = (): void => {
  const { description, version } = server.task;
  const data: TaskTextFragment = { __typename: 'Task', description, describedAt: version };
  act(() => void client.cache.writeFragment({ id: `Task:${ID}`, fragment: TaskTextFragmentDoc, data }));
};

const open = () => {
  const wrapper = withClient(client);
  return renderHook(
    () => {
      const { data } = useFragment({ fragment: TaskFieldsFragmentDoc, from: { __typename: 'Task', id: ID } });
      const text = useFragment({ fragment: TaskTextFragmentDoc, from: { __typename: 'Task', id: ID } });
      const task = { ...(data as TaskFieldsFragment), ...(text.data as TaskTextFragment) };
      return {
        title: useTaskField({ task, name: 'title', isText: true }),
        description: useTaskField({ task, name: 'description', isText: true }),
        status: useTaskField({ task, name: 'status' }),
        tags: useTaskField({ task, name: 'tags' }),
      };
    },
    { wrapper },
  );
};

beforeEach(() => {
  server = new OneTask();
  client = new ApolloClient({ cache: makeCache(), link });
  client.cache.writeFragment({ id: `Task:${ID}`, fragment: TaskFieldsFragmentDoc, data: first });
  readText();
});

describe('a text', () => {
  it('sends only itself, trimmed, with the version it was made from', async () => {
    const { result } = open();
    act(() => result.current.title.change(' Press kit 2 '));
    expect(result.current.title.isChanged).toBe(true);
    act(() => result.current.title.save());
    expect(result.current.title.pending).toBe(true);
    await waitFor(() => expect(result.current.title.pending).toBe(false));
    expect(server.sent).toEqual([{ id: ID, title: 'Press kit 2', version: 1, mutationId: expect.any(String) }]);
    expect(result.current.title).toMatchObject({ value: 'Press kit 2', stored: 'Press kit 2', isChanged: false });
  });

  it('is not sent when nothing has changed, nor when it breaks a rule', () => {
    const { result } = open();
    act(() => result.current.title.change('Press kit'));
    act(() => result.current.title.save());
    act(() => result.current.title.change('  '));
    act(() => result.current.title.save());
    expect(result.current.title).toMatchObject({ value: '  ', error: 'Title is required' });
    expect(server.sent).toEqual([]);
  });

  it('is not overwritten by others, and both texts can be chosen', async () => {
    const { result } = open();
    act(() => result.current.title.change('Mine'));
    server.write({ description: 'Told' });
    hear();
    readText();
    await waitFor(() => expect(result.current.description.value).toBe('Told'));
    expect(result.current.title).toMatchObject({ value: 'Mine', conflict: null });
    server.write({ title: 'Theirs' });
    hear();
    await waitFor(() => expect(result.current.title.conflict).toEqual({ mine: 'Mine', theirs: 'Theirs' }));
    expect(result.current.title.value).toBe('Mine');
    act(() => result.current.title.save());
    expect(server.sent).toEqual([]);
    act(() => result.current.title.keepMine());
    await waitFor(() => expect(server.task.title).toBe('Mine'));
    await waitFor(() => expect(result.current.title).toMatchObject({ conflict: null, isChanged: false }));
  });

  it('detects a change from the refusal if the feed has not reported it', async () => {
    const { result } = open();
    server.write({ title: 'Theirs' });
    act(() => result.current.title.change('Mine'));
    act(() => result.current.title.save());
    await waitFor(() => expect(result.current.title.conflict).toEqual({ mine: 'Mine', theirs: 'Theirs' }));
    expect(result.current.title.error).toBeUndefined();
    act(() => result.current.title.undo());
    expect(result.current.title).toMatchObject({ value: 'Theirs', conflict: null, isChanged: false });
    expect(server.task.title).toBe('Theirs');
  });

  it('does not overwrite a description that a list has not brought', async () => {
    const { result } = open();
    server.write({ description: 'Theirs' });
    hear();
    expect(result.current.description.value).toBe('');
    act(() => result.current.description.change('Mine'));
    act(() => result.current.description.save());
    await waitFor(() => expect(result.current.description.conflict).toEqual({ mine: 'Mine', theirs: 'Theirs' }));
    expect(server.sent.map(({ version }) => version)).toEqual([1]);
    expect(server.task.description).toBe('Theirs');
  });

  it('is saved with the version at which the description was read', async () => {
    const { result } = open();
    server.write({ title: 'Theirs' });
    hear();
    act(() => result.current.description.change('Mine'));
    act(() => result.current.description.save());
    await waitFor(() => expect(result.current.description).toMatchObject({ stored: 'Mine', isChanged: false }));
    expect(server.sent.map(({ version }) => version)).toEqual([1]);
    expect(server.task).toMatchObject({ title: 'Theirs', description: 'Mine' });
  });

  it('is saved when the field was changed and changed back meanwhile', async () => {
    const { result } = open();
    server.write({ title: 'Theirs' });
    server.write({ title: 'Press kit' });
    act(() => result.current.title.change('Mine'));
    act(() => result.current.title.save());
    await waitFor(() => expect(server.task.title).toBe('Mine'));
    expect(server.sent.map(({ version }) => version)).toEqual([1, 3]);
  });

  it('goes on with what was typed while it was saved', async () => {
    let go = (): void => undefined;
    server.gate = new Promise((done) => {
      go = done;
    });
    const { result } = open();
    act(() => result.current.title.change('One'));
    act(() => result.current.title.save());
    act(() => result.current.title.change('One two'));
    act(() => result.current.title.save());
    expect(result.current.title).toMatchObject({ value: 'One two', conflict: null });
    go();
    await waitFor(() => expect(server.task.title).toBe('One two'));
    await waitFor(() => expect(result.current.title.isChanged).toBe(false));
    expect(server.sent).toHaveLength(2);
  });

  it('is restored after a reload, and after a refusal', async () => {
    const { result, unmount } = open();
    act(() => result.current.title.change('Half'));
    unmount();
    const again = open();
    expect(again.result.current.title).toMatchObject({ value: 'Half', isChanged: true });
    server.refusal = new GraphQLError('Refused', {
      extensions: { code: 'VALIDATION_FAILED', fields: { title: ['Title is taken'] } },
    });
    act(() => again.result.current.title.save());
    await waitFor(() => expect(again.result.current.title.error).toBe('Title is taken'));
    expect(again.result.current.title).toMatchObject({ value: 'Half', stored: 'Press kit', pending: false });
    server.refusal = null;
    act(() => again.result.current.title.save());
    await waitFor(() => expect(server.task.title).toBe('Half'));
    expect(result.current.title.error).toBeUndefined();
    again.unmount();
    expect(open().result.current.title.isChanged).toBe(false);
  });
});

describe('without a connection', () => {
  const NETWORK = 'Network error. Please check your connection.';
  const comeBack = (): void => {
    server.isReachable = true;
    act(notifyConnectionBack);
  };

  it('keeps a text, and sends it when the connection is back', async () => {
    const { result } = open();
    server.isReachable = false;
    act(() => result.current.title.change('Mine'));
    act(() => result.current.title.save());
    await waitFor(() => expect(result.current.title).toMatchObject({ value: 'Mine', error: NETWORK }));
    comeBack();
    await waitFor(() => expect(server.task.title).toBe('Mine'));
    await waitFor(() => expect(result.current.title).toMatchObject({ isChanged: false, error: undefined }));
    act(notifyConnectionBack);
    expect(server.sent).toHaveLength(1);
  });

  it('sends no text that is still being typed, and none in conflict', async () => {
    const { result } = open();
    server.isReachable = false;
    for (const name of ['title', 'description'] as const) {
      act(() => result.current[name].change('Mine'));
      act(() => result.current[name].save());
      await waitFor(() => expect(result.current[name].error).toBe(NETWORK));
    }
    act(() => result.current.title.change('Mine and m'));
    server.write({ description: 'Theirs' });
    hear();
    readText();
    comeBack();
    await waitFor(() => expect(result.current.description.conflict).toEqual({ mine: 'Mine', theirs: 'Theirs' }));
    expect(result.current.description.error).toBeUndefined();
    expect(result.current.title).toMatchObject({ value: 'Mine and m', error: undefined });
    expect(server.sent).toEqual([]);
  });

  it('reverts a choice, and says so until the connection is back', async () => {
    const { result } = open();
    server.isReachable = false;
    act(() => result.current.status.choose('DONE'));
    await waitFor(() => expect(result.current.status).toMatchObject({ value: 'TODO', error: NETWORK }));
    comeBack();
    expect(result.current.status).toMatchObject({ value: 'TODO', error: undefined });
    expect(server.sent).toEqual([]);
  });
});

describe('a choice', () => {
  it('is shown at once and reverted when it is refused', async () => {
    const { result } = open();
    server.refusal = new GraphQLError('', { extensions: { code: 'BAD_REQUEST' } });
    act(() => result.current.status.choose('DONE'));
    expect(result.current.status).toMatchObject({ value: 'DONE', stored: 'DONE', pending: true });
    await waitFor(() => expect(result.current.status.error).toBe('Failed to update task'));
    expect(result.current.status).toMatchObject({ value: 'TODO', stored: 'TODO', pending: false });
  });

  it('takes the last of several quick ones, and never takes its own write for another person’s', async () => {
    const { result } = open();
    act(() => result.current.status.choose('IN_PROGRESS'));
    act(() => result.current.status.choose('IN_REVIEW'));
    act(() => result.current.status.choose('DONE'));
    await waitFor(() => expect(server.task.status).toBe('DONE'));
    await waitFor(() => expect(result.current.status).toMatchObject({ value: 'DONE', pending: false, conflict: null }));
    expect(server.sent.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'DONE']);
  });

  it('keeps the values to be sent next if an invalid one is chosen afterwards', async () => {
    let answer = (): void => undefined;
    server.gate = new Promise((done) => (answer = done));
    const { result } = open();
    act(() => result.current.tags.choose(['press']));
    act(() => result.current.tags.choose(['press', 'photos']));
    act(() => result.current.tags.choose(['press', 'photos', 'x'.repeat(31)]));
    const refused = { value: ['press', 'photos'], error: 'A tag must be at most 30 characters' };
    expect(result.current.tags).toMatchObject(refused);
    act(answer);
    await waitFor(() => expect(server.task.tags).toEqual(['press', 'photos']));
    await waitFor(() => expect(result.current.tags).toMatchObject({ ...refused, pending: false }));
  });

  it('shows the other person’s value until the conflict is resolved', async () => {
    const { result } = open();
    server.write({ status: 'IN_REVIEW' });
    act(() => result.current.status.choose('DONE'));
    await waitFor(() => expect(result.current.status.conflict).toEqual({ mine: 'DONE', theirs: 'IN_REVIEW' }));
    expect(result.current.status.value).toBe('IN_REVIEW');
    act(() => result.current.status.keepMine());
    await waitFor(() => expect(server.task.status).toBe('DONE'));
  });
});
