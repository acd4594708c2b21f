import { Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { CommandButton } from '../features/commands/CommandButton';
import { CommandProvider } from '../features/commands/CommandProvider';
import { brandName } from '../lib/brand';
import { LiveStatusLine } from '../sync/feed/LiveStatusLine';
import { Bell } from '../features/notifications/Bell';
import { TaskPanelSlot } from '../features/tasks/panel/TaskPanelRoute';
import { SignOutGuardContext, type SignOutGuard } from '../features/account/session/signOutGuard';
import { appTexts } from '../texts/app';
import { BrandMark } from '../ui/BrandMark';
import { Link } from '../ui/Link';
import { lazyComponent, RenderNothing } from '../ui/lazyComponent';
import { isOpenLayerAt } from '../lib/keyboard/layers';
import { PortalProvider } from '../ui/PortalProvider';
import { Spinner } from '../ui/Spinner';
import { ErrorBoundary } from './ErrorBoundary';
import { MainNav } from './MainNav';
import { PLACES } from './places';
import { usePrefetch } from './usePrefetch';
import { UserButton } from './UserButton';

// The feed can start late without missing a change, because it continues from the positions in `me`, which is read
// before the page.
const loadBackground = () => import('./Background');
const PanelCommands = lazyComponent(loadBackground, 'PanelCommands', { Failed: RenderNothing });
// Loads both before keys work, because otherwise the panel would handle all keys itself.
const loadBackgroundAndPanelCommands = async () => {
  const [code] = await Promise.all([loadBackground(), PanelCommands.load()]);
  return code;
};
const Background = lazyComponent(loadBackgroundAndPanelCommands, 'Background', { Failed: RenderNothing });
const Outbox = lazyComponent(loadBackground, 'Outbox', { Failed: RenderNothing });
const QueuedActivity = lazyComponent(() => import('../features/comments/QueuedActivity'), 'QueuedActivity', {
  preload: true,
});

const loadGuard = () =>
  loadBackground().then(
    ({ outboxSignOutGuard }) => outboxSignOutGuard,
    () => null,
  );
const SIGN_OUT_GUARD: SignOutGuard = {
  maySignOut: async () => (await loadGuard())?.maySignOut() ?? true,
  discard: async () => (await loadGuard())?.discard(),
};

// The panel of tasks cannot import comments and commands, which are later modules.
const renderInTaskPanel = (taskId: string) => (
  <>
    <Suspense>
      <QueuedActivity taskId={taskId} />
    </Suspense>
    <Suspense>
      <PanelCommands taskId={taskId} />
    </Suspense>
  </>
);

const MAIN_ID = 'main';

/** Rendered inside the page's boundary, so that it begins when the page's code has loaded. */
const Prefetch = ({ onRead }: { onRead: () => void }): null => {
  usePrefetch(onRead);
  return null;
};

const Pages = () => (
  <Routes>
    {PLACES.map(({ path, Component }) => (
      <Route key={path} path={path} element={<Component />} />
    ))}
    <Route path="*" element={<Navigate to="/" replace />} />
  </Routes>
);

const PageLoading = () => (
  <div className="grid flex-1 place-items-center">
    <Spinner size="lg" />
  </div>
);

/** The frame: the bar, the page below it, and on a phone a second bar at the bottom. */
const Frame = () => {
  const [main, setMain] = useState<HTMLElement | null>(null);
  const [isRead, setRead] = useState(false);
  const { pathname } = useLocation();

  // A new page gets the focus and starts at its top, as after a page load; the first page is already in that state.
  const sheet = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Unless an element on the page, or a layer over it, already has the focus.
    const { activeElement } = document;
    if (!sheet.current?.contains(activeElement) && !isOpenLayerAt(activeElement)) main?.focus({ preventScroll: true });
    // A page with a fragment in its address scrolls to it by itself.
    if (window.location.hash === '') sheet.current?.scrollTo(0, 0);
  }, [main, pathname]);

  return (
    <PortalProvider value={main}>
      <div className="frame grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[var(--bar)_minmax(0,1fr)] overflow-hidden bg-frame max-md:pb-[calc(3.25rem+env(safe-area-inset-bottom))]">
        <a
          href={`#${MAIN_ID}`}
          className="sr-only z-50 rounded-md bg-overlay px-3 py-2 font-medium shadow-pop focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
          onClick={(event) => {
            // Scrolls without changing the address, which belongs to the router.
            event.preventDefault();
            main?.focus();
          }}
        >
          {appTexts.skip}
        </a>
        <header className="bar relative flex items-center gap-1 pe-2 ps-4 md:gap-2 md:px-8">
          <Link
            to="/dashboard"
            className="inline-flex min-w-0 items-center gap-2 rounded-xs text-base font-semibold tracking-tight pointer-coarse:min-h-11"
          >
            <BrandMark />
            <span className="truncate">{brandName()}</span>
          </Link>
          <MainNav />
          <div className="ms-auto flex items-center md:gap-2">
            {isRead && (
              <Suspense>
                <Outbox />
              </Suspense>
            )}
            <CommandButton />
            <Bell />
            <UserButton />
          </div>
        </header>
        {/* Popups are mounted in <main>, so that the page inside it, which scrolls, does not cut them off. */}
        <main
          ref={setMain}
          id={MAIN_ID}
          tabIndex={-1}
          className="relative flex min-h-0 flex-col outline-none md:px-2 md:pb-2"
        >
          <LiveStatusLine />
          {isRead && (
            <Suspense>
              <Background />
            </Suspense>
          )}
          <div
            ref={sheet}
            className="sheet relative flex min-h-0 flex-1 flex-col overflow-auto border-line bg-sheet max-md:border-t md:rounded-lg md:border"
          >
            <ErrorBoundary resetKey={pathname}>
              <Suspense fallback={<PageLoading />}>
                <Pages />
                <Prefetch onRead={() => setRead(true)} />
              </Suspense>
            </ErrorBoundary>
          </div>
        </main>
      </div>
    </PortalProvider>
  );
};

/** The frame of every page behind sign-in, with the parts that work on all pages. */
export const Layout = () => (
  <SignOutGuardContext value={SIGN_OUT_GUARD}>
    <CommandProvider places={PLACES}>
      <TaskPanelSlot value={renderInTaskPanel}>
        <Frame />
      </TaskPanelSlot>
    </CommandProvider>
  </SignOutGuardContext>
);
