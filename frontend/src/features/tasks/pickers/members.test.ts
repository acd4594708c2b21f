import { ApolloLink, Observable } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { memberFixture, membersPage, projectWith } from '../../projects/members.fixture';
import { membersOf } from './members';

const COUNT = 250;
const PAGE = 100;
const MOST = 10;

const member = (n: number) => memberFixture(n, `u${n}`, n % 2 === 0 ? 'MEMBER' : 'VIEWER');

/** A server with 250 members, which can answer every page with the same cursor. */
const setUp = (cursorOf = (end: number) => String(end)) => {
  const asked: unknown[] = [];
  const link = new ApolloLink(({ variables: { after } }) => {
    asked.push(after);
    const from = Number(after ?? 0);
    const to = Math.min(COUNT, from + PAGE);
    const nodes = Array.from({ length: to - from }, (_, at) => member(from + at));
    const project = projectWith(membersPage(nodes, { total: COUNT, end: to, endCursor: cursorOf(to) }));
    return new Observable((observer) => {
      setTimeout(() => {
        observer.next({ data: { project } });
        observer.complete();
      });
    });
  });
  const client = makeClient(link);
  // Without a limit, a page that is read again and again would block the tests for ever.
  let left = MOST;
  const query = client.query.bind(client);
  client.query = (options: Parameters<typeof query>[0]) => {
    left -= 1;
    if (left < 0) throw new Error('Asked too often');
    return query(options);
  };
  return { client, asked };
};

describe('the possible assignees of a large project', () => {
  it('are read page by page, each page once', async () => {
    const { client, asked } = setUp();
    const members = await membersOf(client, 'p');
    expect(asked).toEqual([null, '100', '200']);
    expect([...members.keys()]).toEqual(Array.from({ length: COUNT / 2 }, (_, at) => `u${2 * at}`));
    await membersOf(client, 'p');
    expect(asked).toHaveLength(5);
  });

  it('are not asked for again and again if the cursor stays the same', async () => {
    const { client, asked } = setUp(() => '100');
    await membersOf(client, 'p');
    expect(asked).toEqual([null, '100']);
  });
});
