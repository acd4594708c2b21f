import { GitMerge } from 'lucide-react';
import { Button } from '../ui/Button';

interface ConflictNoticeProps {
  /** The fields in question, with both texts. */
  fields: readonly { label: string; mine: string; theirs: string }[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onKeepEditing: () => void;
  pending: boolean;
}

const Version = ({ who, text }: { who: string; text: string }) => (
  <div className="min-w-0 border-t border-caution-line pt-2">
    <p className="font-medium">{who}</p>
    <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere text-ink-2">{text || 'Empty'}</p>
  </div>
);

/** Somebody else changed the same thing: both texts and the choice between them; nothing is lost. */
export const ConflictNotice = ({ fields, onKeepMine, onTakeTheirs, onKeepEditing, pending }: ConflictNoticeProps) => (
  <section
    role="alert"
    className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 gap-y-3 rounded-md border border-caution-line bg-caution-soft px-3.5 py-3"
  >
    <GitMerge className="mt-0.5 text-caution-ink" />
    <div>
      <h3>Somebody changed this while you were writing</h3>
      <p className="text-ink-2">Nothing is lost. Choose what to keep.</p>
    </div>
    {fields.map(({ label, mine, theirs }) => (
      <div key={label} className="col-start-2 grid gap-x-3 gap-y-2 md:grid-cols-2">
        <h4 className="text-xs text-ink-3 md:col-span-2">{label}</h4>
        <Version who="Yours" text={mine} />
        <Version who="Theirs" text={theirs} />
      </div>
    ))}
    <div className="col-start-2 flex flex-wrap gap-2">
      <Button size="md" pending={pending} onClick={onKeepMine}>
        Keep mine
      </Button>
      <Button size="md" onClick={onTakeTheirs}>
        Take theirs
      </Button>
      <Button size="md" variant="ghost" onClick={onKeepEditing}>
        Keep editing
      </Button>
    </div>
  </section>
);
