import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { renameTasks } from '../loadedTaskKeys';
import { readProject } from '../projectCache';
import { ProjectSummaryFragmentDoc, type ProjectSummaryFragment } from '../ProjectSummary.generated';
import { UpdateProjectDocument } from '../UpdateProject.generated';

export const updateProject = defineWrite({
  document: UpdateProjectDocument,
  show: (layer, { id, version: _version, mutationId: _mutationId, ...fields }) => {
    const project = readProject(layer, id);
    if (!project) return;
    layer.writeFragment({
      id: layer.identify({ __typename: 'Project', id }),
      fragment: ProjectSummaryFragmentDoc,
      data: { ...project, ...(fields as Partial<ProjectSummaryFragment>) },
    });
  },
  apply: (cache, { updateProject: { project } }) => {
    const now = readProject(cache, project.id);
    if (now) renameTasks(cache, now);
  },
  queue: {
    effect: ({ id, version: _version, mutationId: _mutationId, ...fields }) => affectObjects([id], Object.keys(fields)),
    title: (cache, { id }) => readProject(cache, id)?.name,
    editable: ({ name, description }) => (name != null ? 'name' : description != null ? 'description' : undefined),
    versions: ({ updateProject: { project, revision } }) => ({ [project.id]: revision }),
  },
});
