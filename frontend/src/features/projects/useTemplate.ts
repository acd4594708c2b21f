import { reportWrite } from '../../sync/writes/reportWrite';
import { useWrite } from '../../sync/writes/runWrite';
import { projectsTexts } from '../../texts/projects';
import { updateProject } from './writes/updateProject';

const { template: texts } = projectsTexts;

/** Converts a project to a template or back, and reports the outcome. */
export const useTemplate = ({ id }: { id: string }) => {
  const update = useWrite(updateProject);
  return (isTemplate: boolean): Promise<boolean> =>
    reportWrite(update({ id, isTemplate }), { done: isTemplate ? texts.made : texts.unmade, failed: texts.failed });
};
