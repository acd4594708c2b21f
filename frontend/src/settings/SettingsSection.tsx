import type { ReactNode } from 'react';

interface SettingsSectionProps {
  /** The place that the list beside the settings links to. */
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}

/** Settings that belong together under a heading. */
export const SettingsSection = ({ id, title, text, children }: SettingsSectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="mb-9 scroll-mt-8 border-b border-line pb-9 last:mb-0 last:border-0 last:pb-0"
  >
    <h2 id={`${id}-title`} className="text-md tracking-tight">
      {title}
    </h2>
    {text && <p className="text-ink-3">{text}</p>}
    <div className={text ? 'mt-4' : 'mt-1'}>{children}</div>
  </section>
);
