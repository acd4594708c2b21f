import { useEffect } from 'react';
import { settingsTexts } from '../texts/settings';
import { SECTIONS } from './sections';
import { useSectionInView } from './useSectionInView';

const IDS = SECTIONS.map(({ id }) => id);

/** The list beside the settings. Its links are the browser's own, which scroll. */
export const SettingsNav = () => {
  const current = useSectionInView(IDS);
  useEffect(() => {
    // The sections were not there yet when the browser looked for the one in the address.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <nav aria-label={settingsTexts.settings.sections} className="mt-4 grid gap-0.5 max-lg:hidden">
      {SECTIONS.map(({ id, label, icon: Icon }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          className="flex h-8 items-center pointer-coarse:h-11 gap-2 rounded-sm px-2.5 font-medium text-ink-2 hover:bg-fill aria-[current]:bg-fill-2 aria-[current]:text-ink"
        >
          <Icon className="size-4 text-ink-3" />
          {label}
        </a>
      ))}
    </nav>
  );
};
