import { englishReason, type ImportReason, type ImportThing } from '../../contract/importReasons.js';
import type { Context } from '../request/context.js';
import { type ImportRow, readReports } from './import.reads.js';
import type { ImportReasonType, ImportThingType, ImportType } from './import.types.js';

const presentReason = (reason: ImportReason | null): ImportReasonType | null =>
  reason && { key: reason.key, params: { ...reason.params } };

const presentThing = (thing: ImportThing | null): ImportThingType | null =>
  thing && { kind: thing.kind, name: thing.name ?? null, number: thing.number ?? null };

/** Returns the reason of a failure. Earlier versions write only the text and leave an outdated reason. */
const failureReasonOf = ({ failure, failureReason }: ImportRow): ImportReasonType | null =>
  failureReason && englishReason(failureReason) === failure ? presentReason(failureReason) : null;

/** Returns the progress in percent. An undo that has ended is complete, although it leaves tasks that were changed. */
const progressOf = ({ state, done, total }: ImportRow): number =>
  state === 'DONE' || state === 'UNDONE' ? 100 : Math.floor((100 * done) / Math.max(1, total));

/** Presents imports with their reports, as the API returns them. */
export async function presentImports(ctx: Context, rows: readonly ImportRow[]): Promise<ImportType[]> {
  const reports = await readReports(ctx.em, rows);
  return rows.flatMap((row, at) => {
    const { newProject, mapping, plan, ...shown } = row;
    const report = reports[at];
    if (!report) return [];
    const uploadUrl = shown.state === 'WAITING' ? `/api/imports/${shown.id}/file` : null;
    return [
      {
        ...shown,
        progress: progressOf(row),
        failureReason: failureReasonOf(row),
        plan: plan && { ...plan, projects: plan.projects ?? [], project: plan.project ?? null },
        newProjectName: newProject?.name ?? null,
        withArchived: mapping.archived ?? true,
        uploadUrl,
        report: {
          ...report,
          left: report.left.map(({ reason, ...it }) => ({ ...it, reason: presentReason(reason) })),
          refused: report.refused.map(({ thing, reason, ...it }) => ({
            ...it,
            thing: presentThing(thing),
            reason: presentReason(reason),
          })),
        },
      },
    ];
  });
}
