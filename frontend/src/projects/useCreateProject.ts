import { useMutation } from '@apollo/client/react';
import type { CreateProjectInput } from '../graphql/schema.generated';
import { CreateProjectDocument } from './CreateProject.generated';
import { addProject } from './projectCache';

/** Creates a project and adds it to the list. */
export const useCreateProject = () => {
  const [mutate, state] = useMutation(CreateProjectDocument, {
    update: (cache, { data }) => {
      if (data) addProject(cache, data.createProject.project);
    },
  });
  const run = (input: CreateProjectInput) => mutate({ variables: { input } });
  return [run, state] as const;
};
