import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  /** The anchor that the navigation links to. */
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** Settings that belong together, under a heading. */
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

interface SettingsRowProps {
  /** The anchor that a link leads to. */
  id?: string;
  title: string;
  text: ReactNode;
  /** The current value, next to the title. */
  state?: string | undefined;
  /** The control at the end of the row; it gets the ids of its label and description. */
  children: (ids: { labelId: string; textId: string }) => ReactNode;
}

/** A setting: its name, its description, and its control at the end. */
export const SettingsRow = ({ id, title, text, state, children }: SettingsRowProps) => {
  const base = useId();
  const ids = { labelId: `${base}-label`, textId: `${base}-text` };
  return (
    <div
      id={id}
      className="scroll-mt-8 flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-2 first:border-t-0"
    >
      <div className="min-w-40 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 id={ids.labelId} className="font-medium">
            {title}
          </h3>
          {state && <span className="tag">{state}</span>}
        </div>
        <p id={ids.textId} className="text-ink-3">
          {text}
        </p>
      </div>
      {children(ids)}
    </div>
  );
};
