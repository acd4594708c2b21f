import { projectsTexts } from '../../texts/projects';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useDeleteProject } from './useDeleteProject';

export interface DeleteProjectDialogProps {
  project: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a project is deleted with all its content. */
export const DeleteProjectDialog = ({ project, open, onOpenChange }: DeleteProjectDialogProps) => {
  const { remove } = useDeleteProject(projectsTexts.delete);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={projectsTexts.delete.title}
      confirmLabel={projectsTexts.delete.confirm}
      onConfirm={() => remove(project.id)}
    >
      <p className="wrap-anywhere">
        {projectsTexts.delete.text(
          <strong dir="auto" className="font-medium">
            {project.name}
          </strong>,
        )}
      </p>
    </ConfirmDialog>
  );
};
