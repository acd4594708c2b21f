import type { ApolloClient } from '@apollo/client';
import { PersonFragmentDoc } from '../../../sync/client/Person.generated';
import type { QuickPerson } from './matchNames';
import { TaskCandidatesDocument, type TaskCandidatesQuery } from './TaskCandidates.generated';

/** If there are more people than these pages hold, the first are offered. */
const PAGES_MAX = 10;

/** Returns the people of all projects, by name. */
export const fetchEveryone = async (client: ApolloClient): Promise<readonly QuickPerson[]> => {
  const everyone: QuickPerson[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const answer: ApolloClient.QueryResult<TaskCandidatesQuery> = await client.query({
      query: TaskCandidatesDocument,
      variables: { after },
      // The cache would merge this list of people with another one.
      fetchPolicy: 'no-cache',
    });
    const page = answer.data?.people;
    for (const { user } of page?.nodes ?? []) {
      everyone.push(user);
      // Names and pictures are read from the cache.
      client.writeFragment({ fragment: PersonFragmentDoc, data: user });
    }
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    pages += 1;
  } while (after !== null && pages < PAGES_MAX);
  return everyone;
};
