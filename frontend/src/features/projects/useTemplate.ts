import { reportError } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { undoButton } from '../../sync/client/undoableActions';
import { useWrite } from '../../sync/writes/runWrite';
import { projectsTexts } from '../../texts/projects';
import { notify } from '../../ui/notify';
import { updateProject } from './writes/updateProject';

const { template: texts } = projectsTexts;

/** Converts a project to a template or back, and reports the outcome. */
export const useTemplate = ({ id }: { id: string }) => {
  const update = useWrite(updateProject);
  return async (isTemplate: boolean): Promise<void> => {
    const mutationId = newId();
    try {
      const { isQueued } = await update({ id, isTemplate, mutationId });
      if (!isQueued) notify.success(isTemplate ? texts.made : texts.unmade, undoButton(mutationId));
    } catch (error) {
      reportError(error, { fallback: texts.failed });
    }
  };
};
