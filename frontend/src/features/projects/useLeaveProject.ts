import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { removeProject } from './projectCache';

/**
 * Opens the list of projects or another page, then removes a deleted or left project from the cache. The order matters,
 * because the old page would query a project that the viewer can no longer see.
 */
export const useLeaveProject = (to = '/projects') => {
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  return async (projectId: string): Promise<void> => {
    await navigate(to, { replace: true });
    removeProject(cache, projectId);
  };
};
