import { useEffect, useEffectEvent } from 'react';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { idOfKey } from '../../projects/loadedTaskKeys';
import { rememberKey } from '../model/taskUrl';
import { TaskByKeyDocument } from './TaskByKey.generated';

interface FindTaskProps {
  taskKey: string;
  /** Called with the id, or with the key if there is no such task, which the panel then reports. */
  onFound: (id: string) => void;
}

/** Finds the task of a key in the address: among the loaded ones, or on the server. */
export const FindTask = ({ taskKey, onFound }: FindTaskProps) => {
  const { cache } = useApolloClient();
  const known = idOfKey(cache, taskKey);
  const { data, error } = useQuery(TaskByKeyDocument, { variables: { key: taskKey }, skip: known !== undefined });
  const id = known ?? data?.task?.id ?? (error ? taskKey : undefined);
  const settle = useEffectEvent((found: string) => {
    if (found !== taskKey) rememberKey(taskKey, found);
    onFound(found);
  });
  useEffect(() => {
    if (id !== undefined) settle(id);
  }, [id]);
  return null;
};
