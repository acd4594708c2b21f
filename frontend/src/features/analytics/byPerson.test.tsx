import { ApolloLink } from '@apollo/client';
import { screen } from '@testing-library/react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../account/session/render.fixture';
import { ByPerson } from './ByPerson';

const person = (id: string, firstName: string) => ({
  __typename: 'User' as const,
  id,
  firstName,
  lastName: 'Stone',
  name: `${firstName} Stone`,
  avatar: null,
});

it('links people to their pages, except former members', async () => {
  const [tom, fred] = [person('u1', 'Tom'), person('u2', 'Fred')];
  const counts = { open: 0, overdue: 0, completedThisWeek: 0 };
  const team = { __typename: 'TeamPerson', userId: tom.id, user: tom, ...counts, projectIds: [], projects: [] };
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
  const data = { people: { __typename: 'TeamPersonConnection', pageInfo, nodes: [team] } };
  const link = new ApolloLink(() => of({ data }));
  const figures = { __typename: 'PersonFigures' as const, completed: 3, open: 0, overdue: 0 };
  renderPart(link, <ByPerson people={[tom, fred].map((user) => ({ ...figures, userId: user.id, user }))} />);
  expect(await screen.findByRole('link', { name: 'Tom Stone' })).toHaveAttribute('href', '/team/u1');
  expect(screen.getAllByText('Fred Stone').length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Fred Stone' })).toBeNull();
});
