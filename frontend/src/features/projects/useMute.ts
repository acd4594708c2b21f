import { useMutation, useQuery } from '@apollo/client/react';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { projectsTexts } from '../../texts/projects';
import { notify } from '../../ui/notify';
import { MuteProjectDocument, ProjectMuteDocument, UnmuteProjectDocument } from './MuteProject.generated';

const { mute: texts } = projectsTexts;

/** Returns whether the viewer has muted a project, and a function that mutes or unmutes it and reports the outcome. */
export const useMute = (projectId: string) => {
  const { data } = useQuery(ProjectMuteDocument, { variables: { id: projectId } });
  const [mute] = useMutation(MuteProjectDocument);
  const [unmute] = useMutation(UnmuteProjectDocument);
  const setMuted = async (isMuted: boolean): Promise<void> => {
    const variables = { input: { projectId, mutationId: newId() } };
    if (await succeeds(isMuted ? mute({ variables }) : unmute({ variables }), texts.failed)) {
      notify.success(isMuted ? texts.muted : texts.unmuted);
    }
  };
  return { isMuted: data?.project?.viewerHasMuted ?? false, setMuted };
};
