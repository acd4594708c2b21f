import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  Bell,
  CalendarDays,
  CloudOff,
  KeyRound,
  ShieldCheck,
  Sun,
  Terminal,
  TriangleAlert,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { calendarFeedsTexts } from '../../../texts/calendarFeeds';
import { offlineTexts } from '../../../texts/offline';
import { settingsTexts } from '../../../texts/settings';
import { webhooksTexts } from '../../../texts/webhooks';

/** Returns the section being read: the requested one while its heading is visible, otherwise the first visible one. */
const useSectionInView = (ids: readonly string[]): string | undefined => {
  const { hash } = useLocation();
  const [visible, setVisible] = useState<readonly string[]>([]);

  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = target.id.replace(/-title$/, '');
        if (isIntersecting) seen.add(id);
        else seen.delete(id);
      }
      // In the middle of a long section no heading is visible. The section's own heading was visible last, so it stays chosen.
      if (seen.size > 0) setVisible(ids.filter((id) => seen.has(id)));
    });
    for (const id of ids) {
      const heading = document.getElementById(`${id}-title`);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [ids]);

  const asked = hash.slice(1);
  return visible.includes(asked) ? asked : (visible[0] ?? ids[0]);
};

interface Section {
  id: string;
  label: string;
  icon: LucideIcon;
}

/** The sections of the settings in order, for the list beside them. */
const SECTIONS: readonly Section[] = [
  { id: 'appearance', label: settingsTexts.appearance.title, icon: Sun },
  { id: 'notifications', label: settingsTexts.notifications.title, icon: Bell },
  { id: 'password', label: settingsTexts.password.title, icon: KeyRound },
  { id: 'security', label: settingsTexts.security.title, icon: ShieldCheck },
  { id: 'offline', label: offlineTexts.title, icon: CloudOff },
  { id: 'calendars', label: calendarFeedsTexts.title, icon: CalendarDays },
  { id: 'tokens', label: apiTokensTexts.title, icon: Terminal },
  { id: 'webhooks', label: webhooksTexts.title, icon: Webhook },
  { id: 'danger', label: settingsTexts.danger.title, icon: TriangleAlert },
];

const IDS = SECTIONS.map(({ id }) => id);

/** After this time, the lists of the sections are loaded, or take too long to wait for. */
const SETTLED_MS = 3_000;

/**
 * Scrolls to a section that did not exist yet when the browser looked for it, and again while the sections above it
 * grow, until the person interacts with the page.
 */
function keepInView(id: string): (() => void) | undefined {
  const section = document.getElementById(id);
  if (!section?.parentElement) return undefined;
  const observer = new ResizeObserver(() => section.scrollIntoView());
  observer.observe(section.parentElement);
  const stop = new AbortController();
  const end = (): void => {
    observer.disconnect();
    stop.abort();
  };
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    addEventListener(event, end, { passive: true, signal: stop.signal });
  }
  const timer = setTimeout(end, SETTLED_MS);
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** The list beside the settings. Its links are plain, so the browser scrolls. */
export const SettingsNav = () => {
  const current = useSectionInView(IDS);
  useEffect(() => keepInView(window.location.hash.slice(1)), []);
  return (
    <nav aria-label={settingsTexts.settings.sections} className="mt-3 -ms-2.5 grid gap-0.5 max-lg:hidden">
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
