// The address of a task: redirects to the list of tasks, over which the task opens.
import { Navigate, useParams } from 'react-router-dom';
import { TASK_PARAM } from '../features/tasks/model/taskUrl';

/** Opens the task with the key or the id in the address. */
export const TaskKeyPage = () => {
  const { id = '' } = useParams();
  return (
    <Navigate to={{ pathname: '/tasks', search: `?${new URLSearchParams({ [TASK_PARAM]: id }).toString()}` }} replace />
  );
};
