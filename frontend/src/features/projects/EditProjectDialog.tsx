import { useApolloClient } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { undoButton } from '../../sync/client/undoableActions';
import { useWrite } from '../../sync/writes/runWrite';
import { projectsTexts } from '../../texts/projects';
import { Dialog } from '../../ui/Dialog';
import { notify } from '../../ui/notify';
import { ConflictNotice } from './ConflictNotice';
import { ProjectDocument } from './Project.generated';
import { ProjectFields } from './ProjectFields';
import { projectFormSchema, toProjectFields } from './projectForm';
import type { ViewedProject } from './ProjectHeader';
import { useVersionedForm, type Versioned } from './useVersionedForm';
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

/** Changes a project's own fields; each opening begins with the project as it is then. */
export const EditProjectDialog = ({ project, open, onOpenChange }: EditProjectDialogProps) => {
  const client = useApolloClient();
  const update = useWrite(updateProject);
  const form = useForm({ resolver: valibotResolver(projectFormSchema), defaultValues: toProjectFields(project) });
  const { save, saving, conflict } = useVersionedForm({
    form,
    opened: toVersioned(project),
    send: (names, output, version) => {
      const patch = Object.fromEntries(names.map((name) => [name, output[name]]));
      return update({ id: project.id, version, ...patch });
    },
    reload: async () => {
      const { data } = await client.query({
        query: ProjectDocument,
        variables: { id: project.id },
        fetchPolicy: 'network-only',
      });
      return data?.project ? toVersioned(data.project) : null;
    },
    onSaved: (written) => {
      onOpenChange(false);
      if (written && !written.isQueued) notify.success(projectsTexts.edit.done, undoButton(written.mutationId));
    },
    fallback: projectsTexts.edit.failed,
  });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={projectsTexts.edit.title}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          void save();
        },
        submitLabel: projectsTexts.edit.submit,
        pending: saving,
        onCancel: () => onOpenChange(false),
      }}
    >
      {conflict && (
        <ConflictNotice
          fields={conflict.names.map((name) => ({
            label: projectsTexts.fields[name],
            mine: conflict.mine[name],
            theirs: conflict.theirs[name],
          }))}
          pending={saving}
          onKeepMine={conflict.keepMine}
          onTakeTheirs={conflict.takeTheirs}
          onKeepEditing={conflict.keepEditing}
        />
      )}
      <ProjectFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        keyField={project.viewerRole === 'OWNER' ? 'required' : 'hidden'}
      />
    </Dialog>
  );
};
