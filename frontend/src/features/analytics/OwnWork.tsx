import { usePageQuery } from '../../sync/client/usePageQuery';
import { errorText } from '../../sync/client/errors';
import { teamTexts } from '../../texts/team';
import { ErrorState } from '../../ui/ErrorState';
import { RowsSkeleton } from '../projects/RowsSkeleton';
import { OpenTasks } from './OpenTasks';
import { PersonWorkDocument } from './PersonWork.generated';
import { useThrottledRefetch } from './useThrottledRefetch';

/** The viewer's own open tasks, on their profile. */
export const OwnWork = ({ id }: { id: string }) => {
  const { data, error, loading, retryFailedQueries } = usePageQuery(PersonWorkDocument, { variables: { id } });
  useThrottledRefetch(retryFailedQueries);
  if (data) return <OpenTasks id={id} tasks={data.tasks} />;
  return error && !loading ? (
    <ErrorState message={errorText(error, teamTexts.ofPerson.failedToFetch)} onRetry={retryFailedQueries} />
  ) : (
    <RowsSkeleton />
  );
};
