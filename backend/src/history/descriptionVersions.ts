import { sql } from 'kysely';
import { excerptTask } from '../../contract/excerpt.js';
import { DESCRIPTION_VERSION_MINUTES } from '../../contract/limits.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { visibleProjects } from '../projects/project.reads.js';
import { type Context, requireViewer } from '../request/context.js';
import { turnOf } from '../request/fairQueue.js';
import { type NestedList, type Parent, readNestedPage } from '../request/nestedPages.js';
import type { Page, PageArgs } from '../request/page.js';
import { userLoader } from '../users/user.reads.js';
import { presentUser } from '../users/user.presenter.js';
import { MOVED } from '../write/changeLog.js';
import { isLongText, type LongText, readFields } from '../write/longText.js';
import { NEWEST } from './history.reads.js';
import { type DiffPart, diffTexts } from './wordDiff.js';

type LoggedText = string | LongText;

const VERSIONS = new Rows({
  projectId: sql<string>`c.project_id`,
  revision: sql<number>`c.revision`,
  n: sql<number>`c.n`,
  authorId: sql<string>`c.actor_id`,
  at: time(sql`c.at`),
  before: sql<LoggedText | null>`c.before`,
  after: sql<LoggedText>`c.after`,
});
export type DescriptionVersionRow = RowOf<typeof VERSIONS>;

/**
 * Lists the versions of the description of the task `parent`. A version ends a series of edits by one person that
 * follow each other within minutes; `before` is the text before the series. If the task came from a project that the
 * viewer cannot read, the first version is the text with which it arrived.
 */
function listVersions(ctx: Context): NestedList<DescriptionVersionRow> {
  const projects = sql`array(${visibleProjects(requireViewer(ctx))})`;
  const edits = sql`
    select c.*, c.fields #> '{description,0}' as was, c.fields #> '{description,1}' as after
    from change c
    where c.entity = 'task' and c.entity_id = parent.id and c.action in ('created', 'updated') and c.fields ? 'description'
      and c.project_id = any(${projects})
      and not (${MOVED} and (c.fields #>> '{projectId,0}')::uuid = any(${projects}))
      and not (c.action = 'created' and c.fields #>> '{description,1}' = '')`;
  const marked = sql`
    select c.*, (lag(c.actor_id) over line is distinct from c.actor_id
      or c.at - lag(c.at) over line > make_interval(mins => ${sql.lit(DESCRIPTION_VERSION_MINUTES)})) as is_first
    from (${edits}) c window line as (order by c.revision, c.n)`;
  const numbered = sql`
    select c.*, count(*) filter (where c.is_first) over (order by c.revision, c.n) as number from (${marked}) c`;
  const versions = sql`
    select c.*, first_value(c.was) over version as before, lead(c.number) over (order by c.revision, c.n) as next
    from (${numbered}) c window version as (partition by c.number order by c.revision, c.n)`;
  return {
    key: 'descriptionVersions',
    query: {
      rows: VERSIONS,
      from: sql`(${versions}) c`,
      where: sql`c.next is distinct from c.number`,
      order: NEWEST,
    },
  };
}

/** Returns the versions of a task's description, newest first. The caller has checked that the task is visible. */
export const readDescriptionVersions = (
  ctx: Context,
  { projectId, id }: Parent,
  args: PageArgs,
): Promise<Page<DescriptionVersionRow>> => readNestedPage(ctx, listVersions(ctx), { projectId, id }, args);

export const toVersionId = ({ projectId, revision }: DescriptionVersionRow): string => `${projectId}:${revision}`;

async function readTexts(ctx: Context, row: DescriptionVersionRow): Promise<[string, string]> {
  const { projectId, before } = row;
  // the two values can be of different lines
  const { texts } = await readFields(ctx, { projectId, fields: { texts: [before, present(row)] } });
  return texts.map((text) => (typeof text === 'string' ? text : '')) as [string, string];
}

const present = ({ after }: DescriptionVersionRow): LoggedText => (isShort(after) ? after.text : after);
const isShort = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && 'text' in value;

export const versionLength = (row: DescriptionVersionRow): number => present(row).length;

export function versionExcerpt(row: DescriptionVersionRow): string {
  const text = present(row);
  return isLongText(text) ? text.excerpt : excerptTask({ description: text });
}

export const readVersionText = async (ctx: Context, row: DescriptionVersionRow): Promise<string> =>
  (await readTexts(ctx, row))[1];

export const readVersionDiff = async (ctx: Context, row: DescriptionVersionRow): Promise<DiffPart[]> =>
  diffTexts(turnOf(ctx), ...(await readTexts(ctx, row)));

export async function presentVersion(ctx: Context, row: DescriptionVersionRow) {
  const { projectId, revision, authorId, at } = row;
  const [author, text] = await Promise.all([userLoader(ctx).load(authorId), readVersionText(ctx, row)]);
  return {
    id: toVersionId(row),
    projectId,
    revision,
    authorId,
    at,
    length: versionLength(row),
    excerpt: versionExcerpt(row),
    text,
    author: author && presentUser(ctx, author),
    diff: await readVersionDiff(ctx, row),
  };
}
