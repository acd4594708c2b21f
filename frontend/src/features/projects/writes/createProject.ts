import { affectNewObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { isStored } from '../../../sync/writes/readStored';
import { CreateProjectDocument } from '../CreateProject.generated';
import { ProjectDocument } from '../Project.generated';
import { addProject } from '../projectCache';

/** Shown until the server has chosen a color. */
const NO_COLOR = '#6b7280';

export const createProject = defineWrite({
  document: CreateProjectDocument,
  show: (layer, { id, name, description, color }, { at, isQueued }) => {
    // For a queued project, this keeps its page from querying a project that the server does not know yet.
    if (!isQueued || !id || isStored(layer, 'Project', id)) return;
    layer.writeQuery({
      query: ProjectDocument,
      variables: { id },
      data: {
        project: {
          __typename: 'Project',
          id,
          name: name.trim(),
          description: description ?? '',
          color: color ?? NO_COLOR,
          key: null,
          version: 0,
          revision: 0,
          memberCount: 1,
          createdAt: at,
          viewerRole: 'OWNER',
          viewerCanEdit: true,
          viewerCanDelete: true,
          viewerCanManageMembers: true,
          viewerCanLeave: false,
          viewerCanRemoveMembers: true,
          viewerCanArchive: true,
          archivedAt: null,
          isExample: false,
          isTemplate: false,
        },
      },
    });
    addProject(layer, { id });
  },
  apply: (cache, { createProject: { project } }) => addProject(cache, project),
  queue: {
    effect: (input) => affectNewObjects([input]),
    title: (_cache, { name }) => name,
    editable: () => 'name',
  },
});
