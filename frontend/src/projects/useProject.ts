import { toAppError } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { ProjectDocument } from './Project.generated';

/** How the server says that a project is not there for the viewer; an id that is none is said to be malformed. */
const GONE = ['NOT_FOUND', 'BAD_REQUEST'];

/** One project; `isGone` when it does not exist for the viewer. */
export const useProject = (id: string) => {
  const { data, previousData, error, loading, refetch } = usePageQuery(ProjectDocument, {
    variables: { id },
  });
  const isGone = error ? GONE.includes(toAppError(error).code) : !loading && data?.project === null;
  // A failure to read it anew leaves what was read before.
  const before = previousData?.project?.id === id ? previousData.project : null;
  return { project: isGone ? null : (data?.project ?? before), isGone, error, loading, refetch };
};
