import { useRef } from 'react';
import { CornerLeftUp, X } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { familyTexts as texts } from '../../../texts/family';
import { IconButton } from '../../../ui/IconButton';
import { Link } from '../../../ui/Link';
import { FieldButton } from '../fields/FieldButton';
import { Property, type TaskEditProps } from '../fields/Property';
import { taskSearch, taskStep } from '../model/taskUrl';
import { TaskSearch } from './TaskSearch';
import { setParent } from './writes';

/** The parent of an open task, with controls to open, choose or remove it. */
export const ParentProperty = ({ task, disabled, onSaved }: TaskEditProps) => {
  const { id, projectId, parent } = task;
  const { search, state } = useLocation();
  const change = useWrite(setParent);
  const place = useRef<HTMLDivElement>(null);

  const choose = async (parentId: string | null): Promise<void> => {
    // The pressed control will be replaced. Its place has the focus meanwhile, so that the panel does not take it.
    place.current?.focus({ preventScroll: true });
    const words = { done: texts.parentSet, failed: texts.parentFailed, offline: texts.needsConnection };
    if (await reportWrite(change({ id, parentId }), words)) onSaved?.();
    setTimeout(() => {
      const { current } = place;
      if (current === document.activeElement) current?.querySelector<HTMLElement>('a, button')?.focus();
    });
  };

  if (!parent && disabled) return null;
  return (
    <Property label={texts.parent} isRead={parent !== null}>
      <div ref={place} tabIndex={-1} className="outline-none">
        {parent ? (
          <span className="flex min-h-7.5 min-w-0 items-center gap-2 ps-2 pointer-coarse:min-h-11">
            <CornerLeftUp className="mx-0.5 flex-none text-ink-3" />
            <Link
              to={{ search: taskSearch(search, parent.id) }}
              {...taskStep(search, state)}
              className="flex min-w-0 flex-1 items-baseline gap-2 rounded-xs hover:underline"
            >
              {parent.key !== null && <span className="flex-none text-xs text-ink-3 tabular-nums">{parent.key}</span>}
              <span dir="auto" className="truncate">
                {parent.title}
              </span>
            </Link>
            {!disabled && (
              <IconButton label={texts.removeParent} size="sm" onClick={() => void choose(null)}>
                <X />
              </IconButton>
            )}
          </span>
        ) : (
          <TaskSearch
            label={texts.chooseParent}
            projectId={projectId}
            except={[id]}
            onPick={(picked) => void choose(picked.id)}
            trigger={
              <FieldButton>
                <CornerLeftUp className="mx-0.5 text-ink-3" />
                <span className="truncate text-ink-3">{texts.noParent}</span>
              </FieldButton>
            }
          />
        )}
      </div>
    </Property>
  );
};
