import { useApolloClient } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { formResolver } from '../../lib/formResolver';
import { useWrite } from '../../sync/writes/runWrite';
import { projectsTexts } from '../../texts/projects';
import { EditDialog } from './EditDialog';
import { ProjectDocument } from './Project.generated';
import { ProjectFields } from './ProjectFields';
import { projectFormSchema, toProjectFields } from './projectForm';
import type { ViewedProject } from './ProjectHeader';
import type { Versioned } from './useVersionedForm';
import { updateProject } from './writes/updateProject';

export interface EditProjectDialogProps {
  project: ViewedProject;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const toVersioned = (project: ViewedProject): Versioned<ReturnType<typeof toProjectFields>> => ({
  fields: toProjectFields(project),
  version: project.version,
});

/** Edits a project's own fields; each opening begins with their present values. */
export const EditProjectDialog = ({ project, open, onOpenChange }: EditProjectDialogProps) => {
  const client = useApolloClient();
  const update = useWrite(updateProject);
  const form = useForm({ resolver: formResolver(projectFormSchema), defaultValues: toProjectFields(project) });
  const reload = async () => {
    const { data } = await client.query({
      query: ProjectDocument,
      variables: { id: project.id },
      fetchPolicy: 'network-only',
    });
    return data?.project ? toVersioned(data.project) : null;
  };

  return (
    <EditDialog
      form={form}
      opened={toVersioned(project)}
      draftKey={`project-edit:${project.id}`}
      send={(patch, version) => update({ id: project.id, version, ...patch })}
      reload={reload}
      texts={projectsTexts.edit}
      labels={projectsTexts.fields}
      open={open}
      onOpenChange={onOpenChange}
    >
      <ProjectFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        keyField={project.viewerRole === 'OWNER' ? 'required' : 'hidden'}
      />
    </EditDialog>
  );
};
