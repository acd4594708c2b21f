import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import { delay, of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { makeClient } from '../../../sync/client/client';
import { ProjectsDocument } from '../../projects/Projects.generated';
import { withKeyLinks } from './keyLinks';

const FOUND = { data: { task: { __typename: 'Task', id: 'renamed', version: 1, key: 'SLIDE-1' } } };
const NOT_FOUND = {
  data: { task: null },
  errors: [{ message: 'Task not found', extensions: { code: 'NOT_FOUND' } }],
};

it('links keys that only the server knows, and asks it once for each', async () => {
  const asked: unknown[] = [];
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables['key']);
    const answer: ApolloLink.Result = variables['key'] === 'SLIP-2' ? FOUND : NOT_FOUND;
    return of(answer).pipe(delay(1));
  });
  const client = makeClient(link);
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null } as const;
  client.writeQuery({
    query: ProjectsDocument,
    data: { projects: { __typename: 'ProjectConnection', totalCount: 0, pageInfo, nodes: [] } },
  });
  renderPart(client, withKeyLinks('hers')('SLIP-1 and SLIP-2 in UTF-8, as SLIP-2 was', false));
  const links = await screen.findAllByRole('link', { name: 'SLIP-2' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/?task=SLIP-2&in=hers', '/?task=SLIP-2&in=hers']);
  expect(asked).toEqual(['SLIP-1', 'SLIP-2', 'UTF-8']);
  expect(screen.getAllByRole('link')).toHaveLength(2);
});
