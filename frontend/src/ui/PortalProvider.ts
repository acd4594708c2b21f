import { createContext, use } from 'react';

const PortalContext = createContext<HTMLElement | null>(null);

/**
 * Sets where dialogs, menus and tooltips are mounted: the <main> of the page, so that they belong to a landmark.
 * `<PortalProvider value={main}>`, with `const [main, setMain] = useState<HTMLElement | null>(null)` and `<main
 * ref={setMain}>`.
 */
export const PortalProvider = PortalContext.Provider;

/** Returns the element in which to mount a popup; by default the end of the body. */
export const usePortalContainer = (): HTMLElement | undefined => use(PortalContext) ?? undefined;
