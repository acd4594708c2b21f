import { ApolloLink, Observable } from '@apollo/client';
import { expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { evictHiddenColumns } from './columnCache';
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
