import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../sync/client/undoableActions';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { projectsTexts } from '../../texts/projects';
import { notify } from '../../ui/notify';
import { ArchiveProjectDocument, UnarchiveProjectDocument } from './ArchiveProject.generated';
import { updateArchived } from './projectCache';

/** Archives or unarchives a project, and reports the outcome. */
export const useArchive = (id: string) => {
  const update = (cache: ApolloCache, { data }: { data?: unknown }): void => {
    if (data) updateArchived(cache, { id });
  };
  const [archive, archiving] = useMutation(ArchiveProjectDocument, { update });
  const [unarchive, unarchiving] = useMutation(UnarchiveProjectDocument, { update });
  const tell = async (
    write: (options: { variables: { input: { id: string; mutationId: string } } }) => Promise<unknown>,
    texts: { done: string; failed: string },
  ): Promise<void> => {
    const input = { id, mutationId: newId() };
    if (await succeeds(write({ variables: { input } }), texts.failed)) {
      notify.success(texts.done, undoButton(input.mutationId));
    }
  };
  return {
    pending: archiving.loading || unarchiving.loading,
    archive: () => tell(archive, projectsTexts.archive),
    unarchive: () => tell(unarchive, projectsTexts.unarchive),
  };
};
