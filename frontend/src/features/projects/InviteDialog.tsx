import { useState } from 'react';
import { inviteTexts as texts } from '../../texts/invite';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { Field } from '../../ui/Field';
import { ProjectDot } from '../../ui/ProjectDot';
import { Select } from '../../ui/Select';
import { AddPeople } from './AddPeople';
import { CreateProjectDialog } from './CreateProjectDialog';
import { useAllProjects } from './useProjects';

export interface InviteDialogProps {
  /** The project that people are invited to; without it, the viewer chooses one of those they own. */
  project?: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Invites people to one of the projects that the viewer owns. */
export const InviteDialog = ({ project, open, onOpenChange }: InviteDialogProps) => {
  const { projects } = useAllProjects();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const own = projects?.filter(({ viewerRole, isExample }) => viewerRole === 'OWNER' && !isExample);
  const projectId = project?.id ?? own?.find(({ id }) => id === chosen)?.id ?? own?.[0]?.id;
  return (
    <>
      <Dialog
        open={open && !isCreating}
        onOpenChange={onOpenChange}
        title={project ? texts.titleOf(project.name) : texts.title}
      >
        {!project && own?.length === 0 ? (
          <EmptyState
            {...texts.none}
            action={
              <Button variant="primary" onClick={() => setCreating(true)}>
                {projectsTexts.newProject}
              </Button>
            }
          />
        ) : (
          <>
            {!project && (
              <Field label={texts.project}>
                <Select
                  value={projectId ?? null}
                  onValueChange={setChosen}
                  disabled={!own}
                  placeholder={texts.loading}
                  items={(own ?? []).map(({ id, name, color }) => ({
                    value: id,
                    label: name,
                    icon: <ProjectDot color={color} />,
                  }))}
                />
              </Field>
            )}
            {projectId !== undefined && <AddPeople key={projectId} projectId={projectId} />}
          </>
        )}
      </Dialog>
      <CreateProjectDialog open={open && isCreating} onOpenChange={setCreating} onCreated={setChosen} />
    </>
  );
};
