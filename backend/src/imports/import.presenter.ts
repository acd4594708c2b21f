import type { Context } from '../request/context.js';
import { type ImportRow, readReports } from './import.reads.js';
import type { ImportType } from './import.types.js';

/** Imports with their reports, as the API answers them. */
export async function presentImports(ctx: Context, rows: readonly ImportRow[]): Promise<ImportType[]> {
  const reports = await readReports(ctx.em, rows);
  return rows.flatMap(({ newProject, mapping, plan, ...shown }, at) => {
    const report = reports[at];
    if (!report) return [];
    const uploadUrl = shown.state === 'WAITING' ? `/api/imports/${shown.id}/file` : null;
    return [
      {
        ...shown,
        plan: plan && { ...plan, projects: plan.projects ?? [], project: plan.project ?? null },
        newProjectName: newProject?.name ?? null,
        withArchived: mapping.archived ?? true,
        uploadUrl,
        report,
      },
    ];
  });
}
