import { useId, useState, type MouseEvent } from 'react';
import { Plus, X } from 'lucide-react';
import type { RelationKind } from '@contract/enums';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { cx } from '../../../lib/cx';
import { familyTexts as texts } from '../../../texts/family';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { Select } from '../../../ui/Select';
import type { OpenedTask } from '../fields/Property';
import { RelatedRow } from './RelatedRow';
import type { RelatedTaskFragment, RelationFieldsFragment } from '../model/RelationFields.generated';
import { TaskSearch } from './TaskSearch';
import { relateTasks, unrelateTasks } from './writes';

/** A relation of the open task to another one: a kind and its direction. */
type Direction = keyof typeof texts.kinds;

interface DirectionRule {
  kind: RelationKind;
  /** True if the other task is the first one of the relation. */
  isInverse: boolean;
}

/** In display order. */
const DIRECTIONS: Readonly<Record<Direction, DirectionRule>> = {
  blockedBy: { kind: 'BLOCKS', isInverse: true },
  blocks: { kind: 'BLOCKS', isInverse: false },
  related: { kind: 'RELATES', isInverse: false },
  duplicates: { kind: 'DUPLICATES', isInverse: false },
  duplicatedBy: { kind: 'DUPLICATES', isInverse: true },
};
const ALL_DIRECTIONS = Object.keys(DIRECTIONS) as readonly Direction[];

const findDirection = ({ kind, otherId }: RelationFieldsFragment, taskId: string): Direction => {
  if (kind === 'RELATES') return 'related';
  const isInverse = otherId === taskId;
  const isSame = (rule: DirectionRule): boolean => rule.kind === kind && rule.isInverse === isInverse;
  return ALL_DIRECTIONS.find((name) => isSame(DIRECTIONS[name])) ?? 'related';
};

/** Moves the focus to the choice of a new relation, because the pressed button is removed together with its row. */
const leaveRow = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('section')?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true });

interface RelationsProps {
  task: OpenedTask;
  /** True if the task is read-only. */
  disabled: boolean;
}

/** The tasks that an open task blocks, waits for, is related to or duplicates. */
export const Relations = ({ task, disabled }: RelationsProps) => {
  const { id, projectId, relations } = task;
  const titleId = useId();
  const [direction, setDirection] = useState<Direction>('blockedBy');
  const relate = useWrite(relateTasks);
  const unrelate = useWrite(unrelateTasks);
  const { needsConnection: offline } = texts;
  const groups = Map.groupBy(relations, (relation) => findDirection(relation, id));

  const add = async ({ id: other }: RelatedTaskFragment): Promise<void> => {
    const { kind, isInverse } = DIRECTIONS[direction];
    const ends = isInverse ? { taskId: other, otherId: id } : { taskId: id, otherId: other };
    await reportWrite(relate({ ...ends, kind }), { done: texts.related, failed: texts.relateFailed, offline });
  };

  const remove = ({ taskId, otherId, kind }: RelationFieldsFragment): Promise<boolean> =>
    reportWrite(unrelate({ taskId, otherId, kind }), { done: texts.removed, failed: texts.removeFailed, offline });

  // There is nothing to read or add.
  if (disabled && relations.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={cx('grid gap-1 pb-5', relations.length === 0 && 'print:hidden')}>
      <h3 id={titleId} className="text-sm">
        {texts.relations}
      </h3>
      {ALL_DIRECTIONS.filter((each) => groups.has(each)).map((each) => (
        <div key={each} className="grid">
          <h4 className="pt-1 text-xs font-normal text-ink-3">{texts.kinds[each]}</h4>
          <ul aria-label={texts.kinds[each]}>
            {groups.get(each)?.map((relation) => {
              const other = relation.taskId === id ? relation.other : relation.task;
              return (
                other && (
                  <RelatedRow
                    key={relation.id}
                    task={other}
                    end={
                      !disabled && (
                        <span className="opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100">
                          <IconButton
                            label={texts.remove(other.title)}
                            size="sm"
                            onClick={(event: MouseEvent) => {
                              leaveRow(event);
                              void remove(relation);
                            }}
                          >
                            <X />
                          </IconButton>
                        </span>
                      )
                    }
                  />
                )
              );
            })}
          </ul>
        </div>
      ))}
      {!disabled && (
        <div className="flex flex-wrap items-center gap-2 pt-1 print:hidden">
          <Select
            aria-label={texts.kind}
            className="w-48"
            value={direction}
            onValueChange={setDirection}
            items={ALL_DIRECTIONS.map((each) => ({ value: each, label: texts.kinds[each] }))}
          />
          <TaskSearch
            label={texts.addRelation}
            projectId={projectId}
            except={[id]}
            onPick={(picked) => void add(picked)}
            trigger={
              <Button variant="ghost" size="sm" icon={<Plus />}>
                {texts.addRelation}
              </Button>
            }
          />
        </div>
      )}
    </section>
  );
};
