import { useState } from 'react';
import { UserPlus } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { InviteDialog } from './lazyDialogs';

interface InviteButtonProps {
  /** Set if the project is fixed. */
  project?: { id: string; name: string };
  /** Used where there is little space: without a label, and not on a phone. */
  isIcon?: boolean;
  /** Keeps its label on a phone. */
  isNamed?: boolean;
}

export const InviteButton = ({ project, isIcon = false, isNamed = false }: InviteButtonProps) => {
  const [open, setOpen] = useState<boolean | null>(null);
  const press = (): void => setOpen(true);
  return (
    <>
      {isIcon ? (
        <IconButton label={projectsTexts.invite} title={projectsTexts.invite} onClick={press} className="max-md:hidden">
          <UserPlus />
        </IconButton>
      ) : (
        <Button icon={<UserPlus />} onClick={press}>
          <span className={isNamed ? undefined : 'max-sm:sr-only'}>{projectsTexts.invite}</span>
        </Button>
      )}
      {open !== null && <InviteDialog {...(project && { project })} open={open} onOpenChange={setOpen} />}
    </>
  );
};
