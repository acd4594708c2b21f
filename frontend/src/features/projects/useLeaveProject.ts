import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { removeProject } from './projectCache';

/**
 * Opens the list of projects or another page, and removes a deleted or left project from the cache. The page is left first:
 * otherwise it would read a project that the viewer can't see any more.
 */
export const useLeaveProject = (to = '/projects') => {
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  return async (projectId: string): Promise<void> => {
    await navigate(to, { replace: true });
    removeProject(cache, projectId);
  };
};
