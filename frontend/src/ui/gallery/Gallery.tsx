import { useState } from 'react';
import { EmptySection, FactSection, LoadingSection } from './FactSections';
import { ButtonSection, ChoiceSection, FieldSection } from './ControlSections';
import { OverlaySection, ToastSection } from './OverlaySections';
import { PortalProvider } from '../PortalProvider';
import { Segmented } from '../Segmented';
import { Toaster } from '../Toaster';
import { THEMES, useTheme } from '../../lib/theme';
import { usePageTitle } from '../../lib/usePageTitle';

const THEME_CHOICES = THEMES.map((value) => ({ value, label: value }));

/**
 * Every component in every state, for development and for checks after a change. Its own styles are inline, because classes
 * would be in the styles of the app.
 */
export const Gallery = () => {
  const [main, setMain] = useState<HTMLElement | null>(null);
  const [theme, setTheme] = useTheme();
  usePageTitle('Components');
  return (
    <PortalProvider value={main}>
      <main ref={setMain} className="mx-auto min-h-dvh bg-sheet px-4 py-8 md:px-8" style={{ maxWidth: '74rem' }}>
        <header className="mb-7 flex flex-wrap items-start justify-between gap-4">
          <div>
            <h1 className="text-xl tracking-tight">Components</h1>
            <p className="mt-0.5 text-base text-ink-3">
              Rest, selected, disabled, invalid; hover, press and focus by hand.
            </p>
          </div>
          <Segmented aria-label="Theme" value={theme} onValueChange={setTheme} choices={THEME_CHOICES} />
        </header>
        <ButtonSection />
        <FieldSection />
        <ChoiceSection />
        <FactSection />
        <OverlaySection />
        <ToastSection />
        <EmptySection />
        <LoadingSection />
      </main>
      <Toaster />
    </PortalProvider>
  );
};
