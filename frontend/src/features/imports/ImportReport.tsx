import { useState } from 'react';
import { succeeds } from '../../sync/client/errors';
import { number } from '../../texts/format';
import { importReasonTexts } from '../../texts/importReasons';
import { importsTexts as texts } from '../../texts/imports';
import { Button } from '../../ui/Button';
import { saveFromServer } from '../account/session/saveFromServer';
import type { CountFieldsFragment, ImportFieldsFragment } from './Imports.generated';

const KINDS = ['tasks', 'comments', 'checklistItems', 'relations', 'files', 'columns'] as const;

interface ImportReportProps {
  of: ImportFieldsFragment;
}

/** The results of an import or a check: the counts, and what is left out with the reasons. */
export const ImportReport = ({ of: { id, dryRun, report } }: ImportReportProps) => {
  const { made, kept, undone, left, refused, refusedCount, lineCount } = report;
  const [isSaving, setSaving] = useState(false);
  const isAny = (counts: CountFieldsFragment | null): boolean =>
    counts !== null && KINDS.some((kind) => counts[kind] > 0);
  const columns = [
    { label: dryRun ? texts.wouldMake : texts.made, counts: made },
    ...(isAny(kept) ? [{ label: texts.kept, counts: kept }] : []),
    ...(undone ? [{ label: texts.undone, counts: undone }] : []),
  ];
  const save = async (): Promise<void> => {
    setSaving(true);
    await succeeds(saveFromServer(`/api/imports/${id}/report`, 'import-report.csv'), texts.downloadFailed);
    setSaving(false);
  };
  return (
    <section className="grid gap-4">
      <h2 className="text-base">{dryRun ? texts.preview : texts.report}</h2>
      <table className="w-full max-w-110">
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="sr-only">
              {texts.what}
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="py-1 ps-3 text-end font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.filter((kind) => columns.some(({ counts }) => counts[kind] > 0) || kind === 'tasks').map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-normal">
                {texts.counts[kind]}
              </th>
              {columns.map(({ label, counts }) => (
                <td key={label} className="py-1.5 ps-3 text-end tabular-nums">
                  {number(counts[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lineCount === 0 && <p className="text-ink-3">{texts.allKept}</p>}
      {left.length > 0 && (
        <div>
          <h3 className="mb-1">{texts.left}</h3>
          <ul aria-label={texts.left}>
            {left.map(({ what, kind, why, reason, count }) => (
              <li key={`${what} ${why}`} className="border-t border-line py-1.5 wrap-anywhere">
                <span className="font-medium">{texts.leftLine(number(count), importReasonTexts.kind(kind, what))}</span>
                <span className="text-ink-2">{texts.because(importReasonTexts.reason(reason, why))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {refusedCount > 0 && (
        <details>
          <summary className="cursor-pointer rounded-xs pointer-coarse:py-2">{texts.refused(refusedCount)}</summary>
          <ul className="mt-1">
            {refused.map(({ row, thing, why, reason }, at) => (
              <li key={`${at} ${row}`} className="border-t border-line py-1.5 wrap-anywhere">
                <span dir="auto" className="font-medium">
                  {importReasonTexts.thing(thing, row)}
                </span>
                <span className="text-ink-2">{texts.because(importReasonTexts.reason(reason, why))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {lineCount > 0 && (
        <div>
          <Button pending={isSaving} onClick={() => void save()}>
            {texts.download}
          </Button>
        </div>
      )}
    </section>
  );
};
