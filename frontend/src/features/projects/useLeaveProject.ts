import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { removeProject } from './projectCache';

/**
 * Leads to the list of projects or another page, and forgets one that was deleted or left. The page leaves first: while it stands, it would
 * ask for a project that is no longer there for the viewer.
 */
export const useLeaveProject = (to = '/projects') => {
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  return async (projectId: string): Promise<void> => {
    await navigate(to, { replace: true });
    removeProject(cache, projectId);
  };
};
