import { GitMerge } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';

interface ConflictNoticeProps {
  /** The conflicting fields, with both texts. */
  fields: readonly { label: string; mine: string; theirs: string }[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepEditing: () => void;
  pending: boolean;
}

const Version = ({ who, text }: { who: string; text: string }) => (
  <div className="min-w-0 border-t border-caution-line pt-2">
    <p className="font-medium">{who}</p>
    <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere text-ink-2">{text || projectsTexts.conflict.empty}</p>
  </div>
);

/** Shown if another person changed the same field: both texts, and the choice between them. */
export const ConflictNotice = ({ fields, onKeepMine, onTakeTheirs, onKeepEditing, pending }: ConflictNoticeProps) => (
  <section
    role="alert"
    className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 gap-y-3 rounded-md border border-caution-line bg-caution-soft px-3.5 py-3"
  >
    <GitMerge className="mt-0.5 text-caution-ink" />
    <div>
      <h3>{projectsTexts.conflict.title}</h3>
      <p className="text-ink-2">{projectsTexts.conflict.text}</p>
    </div>
    {fields.map(({ label, mine, theirs }) => (
      <div key={label} className="col-start-2 grid gap-x-3 gap-y-2 md:grid-cols-2">
        <h4 className="text-xs text-ink-3 md:col-span-2">{label}</h4>
        <Version who={projectsTexts.conflict.yours} text={mine} />
        <Version who={projectsTexts.conflict.theirs} text={theirs} />
      </div>
    ))}
    <div className="col-start-2 flex flex-wrap gap-2">
      <Button size="md" pending={pending} onClick={onKeepMine}>
        {projectsTexts.conflict.keepMine}
      </Button>
      <Button size="md" onClick={onTakeTheirs}>
        {projectsTexts.conflict.takeTheirs}
      </Button>
      <Button size="md" variant="ghost" onClick={onKeepEditing}>
        {projectsTexts.conflict.keepEditing}
      </Button>
    </div>
  </section>
);
