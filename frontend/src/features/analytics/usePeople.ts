import { usePageQuery } from '../../sync/client/usePageQuery';
import { usePages } from '../projects/usePages';
import { TeamDocument } from './Team.generated';

/** The people of the viewer's projects, page by page; `all` reads all pages, for a choice of one. */
export const usePeople = ({ all = false } = {}) => {
  const { data, previousData, error, loading, readAgain, fetchMore } = usePageQuery(TeamDocument, {
    isFed: true,
  });
  const people = (data ?? previousData)?.people;
  return { people: people?.nodes ?? null, error, loading, readAgain, ...usePages(people, fetchMore, all) };
};
