import type { ReactNode } from 'react';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { adminTexts } from '../../texts/admin';
import { RowsPlaceholder } from '../projects/RowsSkeleton';
import { AdminInstanceDocument, type InstanceStateFragment } from './Admin.generated';

interface InstanceQueryProps {
  children: (instance: InstanceStateFragment, refresh: () => Promise<void>) => ReactNode;
}

/** Reads the state of the server and passes it to its child. */
export const InstanceQuery = ({ children }: InstanceQueryProps) => {
  const { data, previousData, error, loading, readAgain } = usePageQuery(AdminInstanceDocument);
  const instance = (data ?? previousData)?.instance;
  if (instance) return children(instance, readAgain);
  return <RowsPlaceholder error={error} failed={adminTexts.failedToFetch} pending={loading} onRetry={readAgain} />;
};
