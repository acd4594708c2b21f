import { ApolloLink, gql } from '@apollo/client';
import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { makeClient } from './client';
import { noteWrites, ownWrite, ownWrites } from './ownWrites';

const WRITE = gql`
  mutation Write($input: WriteInput!) {
    write(input: $input)
  }
`;

describe('noteWrites', () => {
  it('knows a write of this tab until its answer was taken up', async () => {
    const answer = new Subject<ApolloLink.Result>();
    const client = makeClient(ApolloLink.from([noteWrites(), new ApolloLink(() => answer)]));
    const order: string[] = [];
    const mutation = client
      .mutate({ mutation: WRITE, variables: { input: { mutationId: 'm1' } } })
      .then(() => order.push('answer'));
    await vi.waitFor(() => expect(ownWrite('m1')).toBeDefined());
    const settled = ownWrite('m1')?.then(() => order.push('echo'));
    expect(ownWrites()).toBeDefined();
    expect(ownWrite('m2')).toBeUndefined();
    expect(ownWrite(null)).toBeUndefined();

    answer.next({ data: { write: true } });
    answer.complete();
    await Promise.all([mutation, settled]);
    expect(order).toEqual(['answer', 'echo']);
    expect(ownWrite('m1')).toBeUndefined();
    expect(ownWrites()).toBeUndefined();
  });
});
