import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { succeeds } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { projectsTexts } from '../texts/projects';
import { notify } from '../ui/notify';
import { ArchiveProjectDocument, UnarchiveProjectDocument } from './ArchiveProject.generated';
import { settleArchived } from './projectCache';

const { archive: texts, unarchive: back } = projectsTexts;

/** Archives a project and takes it back, and says what became of it. */
export const useArchive = (id: string) => {
  const update = (cache: ApolloCache, { data }: { data?: unknown }): void => {
    if (data) settleArchived(cache, { id });
  };
  const [archive, archiving] = useMutation(ArchiveProjectDocument, { update });
  const [unarchive, unarchiving] = useMutation(UnarchiveProjectDocument, { update });
  const variables = () => ({ input: { id, mutationId: newId() } });
  return {
    pending: archiving.loading || unarchiving.loading,
    archive: async (): Promise<void> => {
      if (await succeeds(archive({ variables: variables() }), texts.failed)) notify.success(texts.done);
    },
    unarchive: async (): Promise<void> => {
      if (await succeeds(unarchive({ variables: variables() }), back.failed)) notify.success(back.done);
    },
  };
};
