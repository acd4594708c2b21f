// Imports from other programs: chooses a file.
import { usePageTitle } from '../lib/usePageTitle';
import { ImportStart } from '../features/imports/ImportStart';
import { RecentImports } from '../features/imports/RecentImports';
import { PageHeading } from '../features/projects/PageHeading';
import { narrowPageClass } from '../features/projects/pageClass';
import { importsTexts as texts } from '../texts/imports';

export const ImportPage = () => {
  usePageTitle(texts.title);
  return (
    <div className={narrowPageClass}>
      <PageHeading title={texts.title} text={texts.about} />
      <ImportStart />
      <RecentImports />
    </div>
  );
};
