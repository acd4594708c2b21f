import { sql } from 'kysely';
import { DAY_MS, UNDO } from '../../contract/limits.js';
import { type Change, type FieldChange, toComparable, isMove, type KindName, MOVED } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { countLongCharacters, isLongText, loadTexts, unwrapFields } from '../write/longText.js';
import { type ChangeSetName, type Context, requireViewer } from '../request/context.js';
import { isInScope } from '../request/program.js';
import { AppError, fieldError, invalid } from '../platform/lib/errors.js';

/** A line of the log to revert. */
export interface Line extends Change {
  revision: number;
  actorId: string;
  at: Date;
  isCascade: boolean;
}

const mapFields = (
  fields: Change['fields'],
  map: (values: FieldChange, name: string) => FieldChange,
): Change['fields'] => Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, map(values, name)]));

/** The other half of a move between projects: the old project and the line there. */
export const findOtherHalf = (lines: readonly Line[], { entityId, fields, at, projectId }: Line): Line | undefined =>
  lines.find(
    (line) =>
      isMove(line) &&
      line.entityId === entityId &&
      line.projectId !== projectId &&
      line.at.getTime() === at.getTime() &&
      toComparable(line.fields['projectId']) === toComparable(fields['projectId']),
  );

/** The change sets as an SQL table. */
export const changeSetTable = (acts: readonly ChangeSetName[]) => sql`
  unnest(${acts.map(({ projectId }) => projectId)}::uuid[], ${acts.map(({ revision }) => revision)}::int[])
    as wanted(project_id, revision)`;

const PURGED = 'The object of this change was permanently deleted';

function refuse(acts: readonly ChangeSetName[], lines: readonly Line[], now: Date): void {
  const found = new Set(lines.map(({ projectId, revision }) => `${projectId}:${revision}`));
  // A set without lines never existed, or its project was purged.
  const isAbsent = acts.some(({ projectId, revision }) => !found.has(`${projectId}:${revision}`));
  // A purge erases the fields of a line.
  const isGone = lines.some(({ fields }) => Object.keys(fields).length === 0 || 'purgedAt' in fields);
  if (isAbsent || isGone) {
    throw new AppError('NOT_FOUND', isGone ? PURGED : 'Act not found');
  }
  const oldest = now.getTime() - UNDO.days * DAY_MS;
  if (lines.some(({ at }) => at.getTime() < oldest)) {
    throw invalid({
      acts: fieldError('tooOld', `Only what was done in the last ${UNDO.days} days can be undone`, { days: UNDO.days }),
    });
  }
  if (lines.length > UNDO.lines) {
    throw invalid({
      acts: fieldError(
        'tooManyChanges',
        `This is too much to be undone at once: more than ${UNDO.lines.toLocaleString('en')} changes`,
        { max: UNDO.lines },
      ),
    });
  }
}

/** Reads the long texts that an undo restores: those before an update. */
async function withTexts(em: Tx['em'], lines: readonly Line[]): Promise<Line[]> {
  const earlier = lines.map((line) => ({
    projectId: line.projectId,
    fields: line.action === 'updated' ? mapFields(line.fields, ([before]) => [before, null]) : {},
  }));
  const characters = earlier.reduce((sum, { fields }) => sum + countLongCharacters(fields), 0);
  if (characters > UNDO.characters) {
    throw invalid({
      acts: fieldError(
        'tooManyCharacters',
        `This is too much to be undone at once: more than ${UNDO.characters.toLocaleString('en')} characters of text`,
        { max: UNDO.characters },
      ),
    });
  }
  const texts = await loadTexts(em, earlier);
  if (texts.some((fields) => Object.values(fields).flat().some(isLongText))) throw new AppError('NOT_FOUND', PURGED);
  return lines.map((line, at) => ({
    ...line,
    fields: mapFields(line.fields, ([before, after], name) => [texts[at]?.[name]?.[0] ?? before, after]),
  }));
}

/**
 * Reads the lines of these change sets, newest first. Consequences, of any number, are reverted by statements; their lines are
 * only included for tasks that another of the change sets changed as well. Throws NOT_FOUND if a change set is missing or
 * purged.
 */
export async function readLines({ em, now }: Tx, acts: readonly ChangeSetName[]): Promise<Line[]> {
  const wanted = changeSetTable(acts);
  const { rows } = await sql<Omit<Line, 'at'> & { at: string }>`
    select c.project_id as "projectId", c.revision, c.entity, c.entity_id as "entityId", c.action, c.fields,
      c.actor_id as "actorId", c.at, c.because is not null as "isCascade"
    from ${wanted} join change c using (project_id, revision)
    where c.because is null or c.because = 'cascade' and c.entity = 'task' and exists (
      select 1 from ${wanted} join change d using (project_id, revision)
      where d.because is null and d.entity = 'task' and d.project_id = c.project_id and d.entity_id = c.entity_id)
    order by c.revision desc, c.n desc limit ${UNDO.lines + 1}`.execute(em.getKysely());
  const lines = rows.map((row): Line => ({ ...row, fields: unwrapFields(row.fields), at: new Date(row.at) }));
  refuse(acts, lines, now);
  return withTexts(em, inOrder(lines));
}

/** Tasks are restored before the other lines of a revision, and deleted after them: their parts need them. */
const taskOrder = ({ entity, action }: Line): number => {
  if (entity !== 'task' || action === 'updated') return 1;
  return action === 'deleted' ? 0 : 2;
};

/**
 * Sorts lines of the same revision so that an object moves back before its lines in the project that it had left are reverted.
 * Both projects of an undone move have the same revision.
 */
function inOrder(lines: readonly Line[]): Line[] {
  const keyOf = ({ projectId, revision, entityId }: Line): string => `${projectId}:${revision}:${entityId}`;
  const left = new Set(lines.filter((line) => isMove(line) && line.action === 'deleted').map(keyOf));
  const isLeft = (line: Line): number => Number(left.has(keyOf(line)));
  return lines.toSorted(
    (one, other) => other.revision - one.revision || isLeft(one) - isLeft(other) || taskOrder(one) - taskOrder(other),
  );
}

/**
 * Reads what is needed before the projects are locked: whose memberships changed, and whether anything was moved. Projects that
 * the viewer cannot read count as empty, because the limits that follow can be seen in the answer.
 */
export async function readAffectedMembers(ctx: Context, acts: readonly ChangeSetName[]) {
  const { rows } = await sql<{ entity: KindName; id: string }>`
    select distinct c.entity, case c.entity when 'member' then c.entity_id end as id
    from ${changeSetTable(acts)} join change c using (project_id, revision)
    where (c.entity = 'member' or ${MOVED})
      and exists (select 1 from project_member m where m.project_id = c.project_id and ${isInScope(requireViewer(ctx))})`.execute(
    ctx.em.getKysely(),
  );
  return {
    people: rows.flatMap(({ entity, id }) => (entity === 'member' ? id : [])),
    hasMoves: rows.some(({ entity }) => entity !== 'member'),
  };
}
