import { ApolloLink, Observable } from '@apollo/client';
import { expect, it } from 'vitest';
import { STATUS_LABELS } from '../../../lib/text';
import { makeClient } from '../../../sync/client/client';
import { columnFixture } from './column.fixture';
import { evictHiddenColumns, putColumn } from './columnCache';
import { ProjectColumnsDocument } from './ProjectColumns.generated';

it('evicts the columns of projects that are not shown, so that they are refetched', async () => {
  const asked: string[] = [];
  const link = new ApolloLink(({ variables: { projectId } }) => {
    asked.push(projectId);
    const project = { __typename: 'Project', id: projectId, viewerCanManageColumns: true, columns: [] };
    return new Observable((observer) => {
      observer.next({ data: { project } });
      observer.complete();
    });
  });
  const client = makeClient(link);
  const read = (projectId: string) => client.query({ query: ProjectColumnsDocument, variables: { projectId } });
  const shown = client.watchQuery({ query: ProjectColumnsDocument, variables: { projectId: 'shown' } });
  const subscription = shown.subscribe(() => undefined);
  await read('shown');
  await read('hidden');
  await read('hidden');
  expect(asked).toEqual(['shown', 'hidden']);
  evictHiddenColumns(client);
  await read('shown');
  await read('hidden');
  expect(asked).toEqual(['shown', 'hidden', 'hidden']);
  subscription.unsubscribe();
});

it('stores the names of default columns untranslated when another column changes', () => {
  const { cache } = makeClient(ApolloLink.empty());
  const done = columnFixture('done', 'DONE');
  const columns = [columnFixture('todo', 'TODO', { name: 'To Do' }), done];
  const project = { __typename: 'Project', id: 'p', viewerCanManageColumns: true, columns };
  cache.writeQuery({ query: ProjectColumnsDocument, variables: { projectId: 'p' }, data: { project } as never });
  const label = STATUS_LABELS.TODO;
  STATUS_LABELS.TODO = 'Offen';
  putColumn(cache, { ...done, name: 'Shipped', rank: '0', version: 2 });
  STATUS_LABELS.TODO = label;
  expect(cache.extract()).toMatchObject({
    'Column:todo': { name: 'To Do' },
    'Column:done': { name: 'Shipped' },
    'Project:p': { columns: [{ __ref: 'Column:done' }, { __ref: 'Column:todo' }] },
  });
});
